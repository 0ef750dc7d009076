import type { SessionUser } from '../../../../../api/contract/shapes.ts';
import { Card } from '../../../ui/index.ts';
import styles from './settings.module.css';

const GENDERS = { F: 'Female', M: 'Male', O: 'Other' } as const;

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

const factsOf = ({ name, surnames, email, birthdate, gender }: SessionUser) =>
  [
    ['Name', `${name} ${surnames}`.trim()],
    ['Email', email],
    ['Birthdate', birthdate ? day.format(new Date(birthdate)) : ''],
    ['Gender', gender ? GENDERS[gender] : ''],
  ].filter(([, value]) => value !== '');

/** What was told at the registration; nobody else sees it. */
export function PersonalFacts({ user }: { readonly user: SessionUser }) {
  return (
    <Card as="section" className={styles.section}>
      <h2>Personal data</h2>
      <dl className={styles.facts}>
        {factsOf(user).map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>Only you can see this.</p>
    </Card>
  );
}
