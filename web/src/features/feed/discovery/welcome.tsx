import { Link } from 'react-router-dom';
import { type Animal, useAnimalPicture } from '../../../api/adoption.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Picture } from '../../../shared/picture/picture.tsx';
import { Card, Skeleton } from '../../../ui/index.ts';
import { useHomelessAnimals } from './use-homeless-animals.ts';
import styles from './welcome.module.css';

const MAX_ANIMALS = 4;

function AnimalLink({ animal }: { readonly animal: Animal }) {
  return (
    <li>
      <Link to={`/adoptable-animals/${animal.id}`} className={styles.animal}>
        <Picture picture={useAnimalPicture(animal).picture} className={styles.picture} />
        <span className={styles.name}>{animal.animal.name}</span>
      </Link>
    </li>
  );
}

/** Introduces Kindra to visitors and shows animals that need a home. */
export function Welcome() {
  const { t } = useTranslation('feed');
  const { animals, isLoading } = useHomelessAnimals();
  return (
    <Card as="section" className={styles.welcome} aria-label={t('discovery.about')}>
      <p className={styles.sentence}>{t('discovery.welcome')}</p>
      {isLoading ? (
        <div className={styles.animals} aria-hidden="true">
          {['first', 'second', 'third', 'fourth'].map((key) => (
            <div key={key} className={styles.animal}>
              <div className={styles.picture}>
                <Skeleton height="100%" />
              </div>
              <Skeleton width="60%" />
            </div>
          ))}
        </div>
      ) : (
        animals.length > 0 && (
          <ul className={styles.animals} aria-label={t('discovery.animals')}>
            {animals.slice(0, MAX_ANIMALS).map((animal) => (
              <AnimalLink key={animal.id} animal={animal} />
            ))}
          </ul>
        )
      )}
    </Card>
  );
}
