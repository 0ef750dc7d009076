import { useState } from 'react';
import type { StoredProfile } from '../../api/entities.ts';
import { useDeactivatedProfilesInfiniteQuery } from '../../api/moderation.ts';
import { useListedEntities } from '../../api/use-listed-entities.ts';
import { formatDateTime, useTranslation } from '../../i18n/index.ts';
import { BanButton } from '../../shared/ban-button.tsx';
import { ReactivateButton } from '../../shared/reactivate-button.tsx';
import { useDebounced } from '../../shared/use-debounced.ts';
import { isStaff } from '../../state/session.ts';
import { TextField } from '../../ui/index.ts';
import { ProfileLine } from './profile-line.tsx';
import { ReviewList } from './review-list.tsx';

const DEBOUNCE_MS = 300;

function DeactivatedRow({ profile }: { readonly profile: StoredProfile }) {
  const { t } = useTranslation('dashboard');
  const { state, until, role } = profile;
  const note = until
    ? t('deactivated.states.suspended', { until: formatDateTime(until) })
    : state && t(`deactivated.states.${state}`);
  return (
    <ProfileLine profile={profile} note={note}>
      {(state !== 'BANNED' || until) && !isStaff(role) && <BanButton profile={profile} canSuspend={false} />}
      <ReactivateButton profile={profile} />
    </ProfileLine>
  );
}

/** Deactivated and banned profiles, searchable by part of the nickname. */
export function DeactivatedProfiles() {
  const { t } = useTranslation('dashboard');
  const [nickname, setNickname] = useState('');
  const debouncedNickname = useDebounced(nickname.trim(), DEBOUNCE_MS);
  const query = useDeactivatedProfilesInfiniteQuery(
    { nickname: debouncedNickname },
    { refetchOnMountOrArgChange: true },
  );
  // Keeps the previous results until the next response arrives.
  const pages = query.isError ? query.currentData : query.data;
  const profiles = useListedEntities('profile', pages);
  return (
    <ReviewList
      name="deactivated"
      search={
        <TextField
          label={t('deactivated.search')}
          type="search"
          maxLength={64}
          value={nickname}
          onChange={(event) => setNickname(event.target.value)}
        />
      }
      query={{ ...query, isLoading: query.isFetching && !pages }}
      items={profiles.filter(({ state }) => state)}
      empty={debouncedNickname ? t('deactivated.noneFits') : undefined}
    >
      {(profile) => <DeactivatedRow profile={profile} />}
    </ReviewList>
  );
}
