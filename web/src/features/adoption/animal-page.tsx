import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { type Animal, useAnimalPicture, useGetAnimalQuery } from '../../api/adoption.ts';
import { getApiFailure } from '../../api/failure.ts';
import { REFETCH_UNLESS_NEW } from '../../api/first-reads.ts';
import { useTranslation } from '../../i18n/index.ts';
import { AnimalDetails } from '../../shared/animal/animal-card.tsx';
import { Picture } from '../../shared/picture/picture.tsx';
import { Card, ErrorState, Skeleton } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import styles from './adoption.module.css';

function AnimalSkeleton() {
  const { t } = useTranslation('adoption');
  return (
    <div className={styles.animal} role="status" aria-label={t('loading')}>
      <div className={styles.picture}>
        <Skeleton height="100%" />
      </div>
      <Card className={styles.details}>
        <Skeleton width="80%" />
        <Skeleton height="6rem" />
        <Skeleton width="40%" height="2.75rem" round />
      </Card>
    </div>
  );
}

/** Display width of the picture. In windows of at least 800 pixels, this is the width of the first column. */
const PICTURE_SIZES = '(min-width: 800px) 26rem, 100vw';

function AnimalView({ animal }: { readonly animal: Animal }) {
  const { picture, onLoadError } = useAnimalPicture(animal);
  return (
    <div className={styles.animal}>
      <Picture
        isMain
        picture={picture}
        sizes={PICTURE_SIZES}
        className={styles.picture}
        onLoadError={onLoadError}
      />
      <Card className={styles.details}>
        <AnimalDetails animal={animal} />
      </Card>
    </div>
  );
}

function AnimalDetail({ id }: { readonly id: string }) {
  const { t } = useTranslation('adoption');
  const { data, error, isError, refetch } = useGetAnimalQuery({ id }, REFETCH_UNLESS_NEW);
  const isMissing = isError && getApiFailure(error)?.status === 404;
  const navigate = useNavigate();
  const state = useLocation().state as { readonly search?: string } | null;

  useEffect(() => {
    if (isMissing) void navigate('/adoptable-animals', { replace: true });
  }, [isMissing, navigate]);

  return (
    <Page width="64rem">
      <PageHeader
        title={data?.animal.name ?? t('animal')}
        back={{ to: `/adoptable-animals${state?.search ?? ''}`, label: t('title') }}
      />
      {data && !isMissing && <AnimalView animal={data} />}
      {!data && !isError && <AnimalSkeleton />}
      {!data && isError && !isMissing && <ErrorState onRetry={refetch}>{t('failure')}</ErrorState>}
    </Page>
  );
}

/** /adoptable-animals/{id}: one animal. Redirects to the list if the animal does not exist. */
export function AnimalPage() {
  const { animalId = '' } = useParams();
  return <AnimalDetail key={animalId} id={animalId} />;
}
