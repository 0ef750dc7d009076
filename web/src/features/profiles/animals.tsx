import { useProfileAnimalsInfiniteQuery } from '../../api/adoption.ts';
import { useTranslation } from '../../i18n/index.ts';
import { AnimalList } from '../../shared/animal/animal-list.tsx';

/** Animals that a profile offers or has offered for adoption. */
export function Animals({ nickname }: { readonly nickname: string }) {
  const { t } = useTranslation('profiles');
  const query = useProfileAnimalsInfiniteQuery({ nickname }, { refetchOnMountOrArgChange: true });
  return <AnimalList label={t('animals')} query={query} empty={t('noAnimals')} />;
}
