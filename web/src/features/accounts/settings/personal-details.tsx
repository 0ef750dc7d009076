import type { SessionUser } from '../../../../../contract/shapes.ts';
import { formatDate, useTranslation } from '../../../i18n/index.ts';
import { Card } from '../../../ui/index.ts';
import styles from './settings.module.css';

const DETAILS = ['name', 'email', 'birthdate', 'gender'] as const;

/** Personal data from the registration, visible only to the account itself. */
export function PersonalDetails({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation('accounts');
  const { name, surnames, email, birthdate, gender } = user;
  const values = {
    name: `${name} ${surnames}`.trim(),
    email,
    birthdate: birthdate ? formatDate(birthdate) : '',
    gender: gender ? t(`gender.${gender}`) : '',
  };
  return (
    <Card as="section" className={styles.section}>
      <h2>{t('settings.personal')}</h2>
      <dl className={styles.facts}>
        {DETAILS.filter((fact) => values[fact] !== '').map((fact) => (
          <div key={fact} className={styles.fact}>
            <dt>{t(`register.${fact}`)}</dt>
            <dd>{values[fact]}</dd>
          </div>
        ))}
      </dl>
      <p>{t('settings.onlyYou')}</p>
    </Card>
  );
}
