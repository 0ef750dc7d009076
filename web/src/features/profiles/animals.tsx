import { useProfileAnimalsInfiniteQuery } from '../../api/adoption.ts';
import { AnimalList } from '../../shared/animal/animal-list.tsx';

/** Animals that somebody offers or offered for adoption. */
export function Animals({ nickname }: { readonly nickname: string }) {
  const query = useProfileAnimalsInfiniteQuery(nickname, { refetchOnMountOrArgChange: true });
  return (
    <AnimalList
      label="Animals for adoption"
      query={query}
      empty="This profile has not offered any animal for adoption yet."
    />
  );
}
