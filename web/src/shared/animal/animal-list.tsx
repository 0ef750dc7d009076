import type { Animal } from '../../api/adoption.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/index.ts';
import { CardGrid, type CardListProps } from '../cards/card-grid.tsx';
import { AnimalCard } from './animal-card.tsx';

const SKELETON = (
  <>
    <Skeleton width="60%" height="1.3rem" />
    <Skeleton width="90%" height="1.1rem" />
    <Skeleton height="3rem" />
  </>
);

/** Grid of animal cards. */
export function AnimalList(props: CardListProps<Animal>) {
  const { t } = useTranslation('shared');
  return (
    <CardGrid {...props} loading={t('animal.loading')} failure={t('animal.failure')} skeleton={SKELETON}>
      {(animal, index) => <AnimalCard animal={animal} isMain={index === 0} />}
    </CardGrid>
  );
}
