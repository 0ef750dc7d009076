import { useMemo } from 'react';
import { useGetAnimalsInfiniteQuery } from '../../../api/adoption.ts';
import { getItems } from '../../../api/paging.ts';
import { useUser } from '../../../state/session.ts';

/** Returns animals that need a home, newest first, excluding the current user's own. */
export function useHomelessAnimals() {
  const query = useGetAnimalsInfiniteQuery();
  const reader = useUser()?.id;
  const animals = useMemo(
    () => getItems(query.data).filter(({ owner }) => owner.id !== reader),
    [query.data, reader],
  );
  return { animals, isLoading: query.isLoading };
}
