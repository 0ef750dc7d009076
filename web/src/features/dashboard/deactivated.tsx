import { useDeferredValue, useMemo, useState } from 'react';
import {
  type DeactivatedProfile,
  useDeactivatedProfilesInfiniteQuery,
  useReactivateProfileMutation,
} from '../../api/moderation.ts';
import { itemsOf } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { BanButton } from '../../shared/ban-button.tsx';
import { PagedSection } from '../../shared/paged-section.tsx';
import { ReasonDialog } from '../../shared/reason-dialog.tsx';
import { useTold } from '../../shared/use-told.ts';
import { Button, TextField } from '../../ui/index.ts';
import styles from './dashboard.module.css';
import { ProfileLine } from './profile-line.tsx';
import { ReviewSection } from './review-section.tsx';

function Deactivated({ profile }: { readonly profile: DeactivatedProfile }) {
  const { t } = useTranslation('dashboard');
  const { id, profileName, state, role } = profile;
  const [reactivate, { isLoading }] = useReactivateProfileMutation();
  const [asking, setAsking] = useState(false);
  const told = useTold();
  const banned = state === 'BANNED';
  const isStaff = role === 'ADMIN' || role === 'MOD';

  const confirm = async (reason: string | undefined) => {
    const { error } = await reactivate({ id, reason });
    told(error, 'The account has been successfully reactivated.');
    setAsking(false);
  };

  return (
    <ProfileLine profile={profile} note={t(`deactivated.states.${state}`)}>
      {!banned && !isStaff && <BanButton profile={profile} />}
      <Button
        size="small"
        aria-label={t('deactivated.reactivateName', { name: profileName })}
        onClick={() => setAsking(true)}
      >
        {t('deactivated.reactivate')}
      </Button>
      <ReasonDialog
        open={asking}
        title={t('deactivated.question', { name: profileName })}
        warning={banned ? t('deactivated.warning') : undefined}
        confirm={t('deactivated.reactivate')}
        busy={isLoading}
        onConfirm={(reason) => void confirm(reason)}
        onClose={() => setAsking(false)}
      />
    </ProfileLine>
  );
}

/** Deactivated and banned profiles, found by a part of their nickname. */
export function DeactivatedProfiles() {
  const { t } = useTranslation('dashboard');
  const [nickname, setNickname] = useState('');
  const asked = useDeferredValue(nickname.trim());
  const query = useDeactivatedProfilesInfiniteQuery(asked, { refetchOnMountOrArgChange: true });
  const profiles = useMemo(() => itemsOf(query.currentData), [query.currentData]);
  return (
    <ReviewSection title={t('deactivated.title')}>
      <TextField
        label={t('deactivated.search')}
        type="search"
        maxLength={64}
        value={nickname}
        onChange={(event) => setNickname(event.target.value)}
      />
      <PagedSection
        query={{ ...query, isLoading: query.isLoading || (query.isFetching && !query.currentData) }}
        items={profiles}
        loading={t('deactivated.loading')}
        empty={t(asked ? 'deactivated.noneFits' : 'deactivated.none')}
        failure={t('deactivated.failure')}
      >
        {(rows) => (
          <ul className={styles.rows} aria-label={t('deactivated.title')}>
            {rows.map((profile) => (
              <Deactivated key={profile.id} profile={profile} />
            ))}
          </ul>
        )}
      </PagedSection>
    </ReviewSection>
  );
}
