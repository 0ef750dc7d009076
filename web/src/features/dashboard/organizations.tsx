import { ORGANIZATION_CATEGORIES } from '../../../../contract/rules/accounts.ts';
import {
  type AwaitingOrganization,
  useApproveOrganizationMutation,
  useAwaitingOrganizationsInfiniteQuery,
  useDeclineOrganizationMutation,
} from '../../api/moderation.ts';
import { getItems } from '../../api/paging.ts';
import { Trans, useTranslation } from '../../i18n/index.ts';
import { DecisionButtons } from '../../shared/decision-buttons.tsx';
import { RelativeTime } from '../../ui/index.ts';
import styles from './dashboard.module.css';
import { ProfileLine } from './profile-line.tsx';
import { ReviewList } from './review-list.tsx';

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text);

function OrganizationDetails({ organization }: { readonly organization: AwaitingOrganization }) {
  const { t } = useTranslation('dashboard', 'categories');
  const { category, email, person, website, registrationNumber } = organization;
  const none = t('organizations.facts.none');
  const knownCategory = ORGANIZATION_CATEGORIES.find((known) => known === category);
  return (
    <dl className={styles.facts}>
      <dt>{t('organizations.facts.category')}</dt>
      <dd>{knownCategory ? t(`categories:${knownCategory}`) : category}</dd>
      <dt>{t('organizations.facts.email')}</dt>
      <dd>{email}</dd>
      <dt>{t('organizations.facts.person')}</dt>
      <dd>{`${person.name} ${person.surnames}`.trim()}</dd>
      <dt>{t('organizations.facts.website')}</dt>
      <dd>
        {website && isWebAddress(website) ? (
          <a href={website} target="_blank" rel="noopener noreferrer nofollow">
            {website}
          </a>
        ) : (
          none
        )}
      </dd>
      <dt>{t('organizations.facts.number')}</dt>
      <dd>{registrationNumber ?? none}</dd>
    </dl>
  );
}

function PendingOrganization({ profile }: { readonly profile: AwaitingOrganization }) {
  const { t } = useTranslation('dashboard', 'profiles');
  const [approve] = useApproveOrganizationMutation();
  const [decline] = useDeclineOrganizationMutation();
  const { id, profileName, creationDate } = profile;
  const note = (
    <Trans
      t={t}
      i18nKey="organizations.registered"
      components={{ time: <RelativeTime instant={creationDate} /> }}
    />
  );
  return (
    <ProfileLine profile={profile} note={note} details={<OrganizationDetails organization={profile} />}>
      <DecisionButtons
        name={profileName}
        declineWarning={t('profiles:review.warning')}
        approve={{
          isShared: true,
          onConfirm: (reason) => approve({ id, reason }),
          doneText: t('profiles:done.approve'),
          failureText: t('profiles:failures.approve'),
        }}
        decline={{
          onConfirm: (reason) => decline({ id, reason }),
          doneText: t('profiles:done.decline'),
          failureText: t('profiles:failures.decline'),
        }}
      />
    </ProfileLine>
  );
}

/** Organizations that require approval. */
export function PendingOrganizations() {
  const query = useAwaitingOrganizationsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <ReviewList name="organizations" query={query} items={getItems(query.data)}>
      {(profile) => <PendingOrganization profile={profile} />}
    </ReviewList>
  );
}
