import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { checkNickname } from '../../../../contract/rules/accounts.ts';
import type { EntityRef, StoredProfile } from '../../api/entities.ts';
import { findProfile } from '../../api/find-profile.ts';
import { useGetFollowingInfiniteQuery } from '../../api/profiles.ts';
import type { AppDispatch } from '../../api/state.ts';
import { useEntities, useListedEntities } from '../../api/use-listed-entities.ts';
import { useDebounced } from '../../shared/use-debounced.ts';
import { useUser } from '../../state/session.ts';

const DEBOUNCE_MS = 250;

/** Removes case and accents, for comparison. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const matches = ({ profileName, nickname }: StoredProfile, text: string): boolean =>
  [profileName, nickname].some((name) => fold(name).includes(text));

/** Returns the profile with a nickname, null if there is none, or undefined while the lookup is running. */
function useProfileNamed(nickname: string): EntityRef | null | undefined {
  const dispatch = useDispatch<AppDispatch>();
  const [lookup, setLookup] = useState<{ readonly nickname: string; readonly ref: EntityRef | null }>();
  const canExist = checkNickname(nickname) === null;
  useEffect(() => {
    let isStale = false;
    if (canExist) void dispatch(findProfile(nickname)).then((ref) => isStale || setLookup({ nickname, ref }));
    return () => {
      isStale = true;
    };
  }, [dispatch, nickname, canExist]);
  if (!canExist) return null;
  return lookup?.nickname === nickname ? lookup.ref : undefined;
}

/**
 * Finds followed profiles whose name or nickname contains `text`, and the profile whose nickname is exactly `text`. An
 * empty text finds all followed profiles.
 */
export function usePeople(text: string) {
  const user = useUser();
  const query = fold(text.trim().replace(/^@/, ''));
  const debouncedText = useDebounced(query, DEBOUNCE_MS);
  const following = useGetFollowingInfiniteQuery({ nickname: user?.nickname ?? '' });
  const exactMatch = useProfileNamed(debouncedText);
  const followed = useListedEntities('profile', following.data).filter((profile) => matches(profile, query));
  const named = useEntities('profile', exactMatch && debouncedText === query ? [exactMatch] : []);
  const all = [...named, ...followed.filter(({ id }) => id !== named[0]?.id)];
  return {
    people: all.filter(({ id, isBlocked }) => id !== user?.id && !isBlocked),
    isLoading: following.isLoading || debouncedText !== query || exactMatch === undefined,
  };
}
