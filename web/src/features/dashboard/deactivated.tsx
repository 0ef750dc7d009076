import { useDeferredValue, useMemo, useState } from 'react';
import {
  type DeactivatedProfile,
  useDeactivatedProfilesInfiniteQuery,
  useReactivateProfileMutation,
} from '../../api/moderation.ts';
import { itemsOf } from '../../api/paging.ts';
import { BanButton } from '../../shared/ban-button.tsx';
import { PagedSection } from '../../shared/paged-section.tsx';
import { ReasonDialog } from '../../shared/reason-dialog.tsx';
import { useTold } from '../../shared/use-told.ts';
import { Button, TextField } from '../../ui/index.ts';
import styles from './dashboard.module.css';
import { ProfileLine } from './profile-line.tsx';
import { ReviewSection } from './review-section.tsx';

const STATES = { INACTIVE: 'Deactivated', BANNED: 'Banned' } as const;

function Deactivated({ profile }: { readonly profile: DeactivatedProfile }) {
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
    <ProfileLine profile={profile} note={STATES[state]}>
      {!banned && !isStaff && <BanButton profile={profile} />}
      <Button size="small" aria-label={`Reactivate ${profileName}`} onClick={() => setAsking(true)}>
        Reactivate
      </Button>
      <ReasonDialog
        open={asking}
        title={`Reactivate ${profileName}?`}
        warning={banned ? 'The ban is lifted, and the account may log in again.' : undefined}
        confirm="Reactivate"
        busy={isLoading}
        onConfirm={(reason) => void confirm(reason)}
        onClose={() => setAsking(false)}
      />
    </ProfileLine>
  );
}

/** Deactivated and banned profiles, found by a part of their nickname. */
export function DeactivatedProfiles() {
  const [nickname, setNickname] = useState('');
  const asked = useDeferredValue(nickname.trim());
  const query = useDeactivatedProfilesInfiniteQuery(asked, { refetchOnMountOrArgChange: true });
  const profiles = useMemo(() => itemsOf(query.currentData), [query.currentData]);
  return (
    <ReviewSection title="Deactivated profiles">
      <TextField
        label="Nickname contains"
        type="search"
        maxLength={64}
        value={nickname}
        onChange={(event) => setNickname(event.target.value)}
      />
      <PagedSection
        query={{ ...query, isLoading: query.isLoading || (query.isFetching && !query.currentData) }}
        items={profiles}
        loading="Loading profiles"
        empty={asked ? 'No deactivated profile has such a nickname.' : 'No profile is deactivated.'}
        failure="Error getting deactivated profiles."
      >
        {(rows) => (
          <ul className={styles.rows} aria-label="Deactivated profiles">
            {rows.map((profile) => (
              <Deactivated key={profile.id} profile={profile} />
            ))}
          </ul>
        )}
      </PagedSection>
    </ReviewSection>
  );
}
