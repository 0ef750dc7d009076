import type { StoredProfile } from '../../api/entities.ts';
import { useGetFollowingInfiniteQuery } from '../../api/profiles.ts';
import { useSearchInfiniteQuery } from '../../api/search.ts';
import { useEntities, useListedEntities } from '../../api/use-listed-entities.ts';
import { useDebounced } from '../../shared/use-debounced.ts';
import { useUser } from '../../state/session.ts';

const DEBOUNCE_MS = 250;

/** Searches profiles of a type. An empty text finds none. */
function useFoundProfiles(type: 'PERSON' | 'ORGANIZATION', q: string) {
  const { currentData, isFetching } = useSearchInfiniteQuery({ q, type }, { skip: q === '' });
  const results = currentData?.pages.flatMap(({ items }) => items) ?? [];
  const refs = results.flatMap((result) => ('profile' in result ? [result.profile] : []));
  return { profiles: useEntities('profile', refs), isFetching };
}

/** Sorts the profile with exactly this nickname first, then followed profiles. */
function sortByAcquaintance(profiles: readonly StoredProfile[], nickname: string): readonly StoredProfile[] {
  const getRank = (profile: StoredProfile) =>
    profile.nickname.toLowerCase() === nickname.toLowerCase() ? 0 : profile.isItFollowed ? 1 : 2;
  return profiles.toSorted((left, right) => getRank(left) - getRank(right));
}

/** Finds profiles by name or nickname. An empty text finds followed profiles. */
export function usePeople(text: string) {
  const user = useUser();
  const query = text.trim().replace(/^@/, '');
  const q = useDebounced(query, DEBOUNCE_MS);
  const following = useGetFollowingInfiniteQuery({ nickname: user?.nickname ?? '' }, { skip: q !== '' });
  const followed = useListedEntities('profile', following.currentData);
  const people = useFoundProfiles('PERSON', q);
  const organizations = useFoundProfiles('ORGANIZATION', q);
  const profiles = q ? sortByAcquaintance([...people.profiles, ...organizations.profiles], q) : followed;
  return {
    people: profiles.filter(({ id, isBlocked }) => id !== user?.id && !isBlocked),
    isLoading: q !== query || following.isLoading || people.isFetching || organizations.isFetching,
  };
}
