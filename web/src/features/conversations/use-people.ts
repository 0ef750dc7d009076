import type { StoredProfile } from '../../api/entities.ts';
import { getApiFailure } from '../../api/failure.ts';
import { useGetFollowingInfiniteQuery } from '../../api/profiles.ts';
import { useSearchInfiniteQuery } from '../../api/search.ts';
import { useEntities, useListedEntities } from '../../api/use-listed-entities.ts';
import { useDebounced } from '../../shared/use-debounced.ts';
import { useUser } from '../../state/session.ts';

const DEBOUNCE_MS = 250;

/** Searches profiles of a type. A text without letters and digits finds none. */
function useFoundProfiles(type: 'PERSON' | 'ORGANIZATION', q: string) {
  const { currentData, isFetching, isError, error, refetch } = useSearchInfiniteQuery(
    { q, type },
    { skip: q === '' },
  );
  const results = currentData?.pages.flatMap(({ items }) => items) ?? [];
  const refs = results.flatMap((result) => ('profile' in result ? [result.profile] : []));
  const hasFailed = isError && getApiFailure(error)?.code !== 'SEARCH_EMPTY';
  return { profiles: useEntities('profile', refs), isFetching, hasFailed, refetch };
}

function useFollowedProfiles(nickname: string, { skip }: { readonly skip: boolean }) {
  const { currentData, isFetching, isError, refetch } = useGetFollowingInfiniteQuery({ nickname }, { skip });
  const profiles = useListedEntities('profile', currentData);
  return { profiles, isFetching: isFetching && !currentData, hasFailed: isError, refetch };
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
  const followed = useFollowedProfiles(user?.nickname ?? '', { skip: q !== '' });
  const people = useFoundProfiles('PERSON', q);
  const organizations = useFoundProfiles('ORGANIZATION', q);
  const lists = [followed, people, organizations];
  const failedLists = lists.filter(({ hasFailed }) => hasFailed);
  const profiles = q
    ? sortByAcquaintance([...people.profiles, ...organizations.profiles], q)
    : followed.profiles;
  return {
    people: profiles.filter(({ id, isBlocked }) => id !== user?.id && !isBlocked),
    isLoading: q !== query || lists.some(({ isFetching }) => isFetching),
    hasFailed: failedLists.length > 0,
    retry: () => {
      for (const { refetch } of failedLists) void refetch();
    },
  };
}
