import { useMemo } from 'react';
import type { Profile } from '../../../../api/contract/shapes.ts';
import {
  useApproveOrganizationMutation,
  useAwaitingOrganizationsInfiniteQuery,
  useDeclineOrganizationMutation,
} from '../../api/moderation.ts';
import { itemsOf } from '../../api/paging.ts';
import { Trans, useTranslation } from '../../i18n/index.ts';
import { DecisionButtons } from '../../shared/decision-buttons.tsx';
import { PagedSection } from '../../shared/paged-section.tsx';
import { useTold } from '../../shared/use-told.ts';
import { RelativeTime } from '../../ui/index.ts';
import styles from './dashboard.module.css';
import { ProfileLine } from './profile-line.tsx';
import { ReviewSection } from './review-section.tsx';

const DONE = {
  approve: 'The organization has been successfully approved.',
  decline: 'The organization has been successfully declined.',
} as const;
const FAILED = {
  approve: 'There was an error approving the organization.',
  decline: 'There was an error declining the organization.',
} as const;

function Organization({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('dashboard');
  const [approve] = useApproveOrganizationMutation();
  const [decline] = useDeclineOrganizationMutation();
  const told = useTold();
  const note = (
    <Trans
      t={t}
      i18nKey="organizations.registered"
      components={{ time: <RelativeTime instant={profile.creationDate} /> }}
    />
  );
  return (
    <ProfileLine profile={profile} note={note}>
      <DecisionButtons
        name={profile.profileName}
        declineWarning={t('organizations.warning')}
        decide={async (verdict, reason) => {
          const carryOut = verdict === 'approve' ? approve : decline;
          const { error } = await carryOut({ id: profile.id, reason });
          told(error, DONE[verdict]);
          return error;
        }}
        failed={FAILED}
      />
    </ProfileLine>
  );
}

/** Organizations that await approval. */
export function Organizations() {
  const { t } = useTranslation('dashboard');
  const query = useAwaitingOrganizationsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const organizations = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <ReviewSection title={t('organizations.title')}>
      <PagedSection
        query={query}
        items={organizations}
        loading={t('organizations.loading')}
        empty={t('organizations.none')}
        failure={t('organizations.failure')}
      >
        {(profiles) => (
          <ul className={styles.rows}>
            {profiles.map((profile) => (
              <Organization key={profile.id} profile={profile} />
            ))}
          </ul>
        )}
      </PagedSection>
    </ReviewSection>
  );
}
