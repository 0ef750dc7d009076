import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Animal, useAnimalPicture } from '../../../api/adoption.ts';
import { type Crowdfunding, useCrowdfundingPicture } from '../../../api/crowdfunding.ts';
import type { PictureSource } from '../../../api/picture-source.ts';
import { getDisplayName, useTranslation } from '../../../i18n/index.ts';
import { Picture } from '../../../shared/picture/picture.tsx';
import { Card } from '../../../ui/index.ts';
import styles from './discovery.module.css';
import { describeAnimal, TimeLeft } from './discovery-card.tsx';
import { useEndingCrowdfundings } from './use-discoveries.ts';
import { useHomelessAnimals } from './use-homeless-animals.ts';

const MAX_ROWS = 3;

interface RowProps {
  readonly to: string;
  readonly name: string;
  readonly picture: PictureSource | null;
  readonly children: ReactNode;
}

function Row({ to, name, picture, children }: RowProps) {
  return (
    <li className={styles.row}>
      <Picture picture={picture} className={styles.rowPicture} />
      <div className={styles.rowBody}>
        <Link to={to} className={styles.rowName}>
          {name}
        </Link>
        {children}
      </div>
    </li>
  );
}

function AnimalRow({ animal }: { readonly animal: Animal }) {
  const { picture } = useAnimalPicture(animal);
  return (
    <Row to={`/adoptable-animals/${animal.id}`} name={animal.animal.name} picture={picture}>
      <p className={styles.facts}>{describeAnimal(animal)}</p>
    </Row>
  );
}

function CrowdfundingRow({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const name = getDisplayName(crowdfunding.title);
  return (
    <Row to={`/crowdfundings/${crowdfunding.id}`} name={name} picture={useCrowdfundingPicture(crowdfunding)}>
      <TimeLeft endDate={crowdfunding.endDate} />
    </Row>
  );
}

interface ListProps {
  readonly title: string;
  /** Link to the full list. */
  readonly to: string;
  readonly all: string;
  readonly children: ReactNode;
}

function DiscoveryList({ title, to, all, children }: ListProps) {
  return (
    <Card as="section" className={styles.list}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.rows}>{children}</ul>
      <Link to={to} className={styles.all}>
        {all}
      </Link>
    </Card>
  );
}

/** Lists of animals that need a home and of campaigns that end soon. */
export function DiscoveryLists() {
  const { t } = useTranslation('feed');
  const { animals } = useHomelessAnimals();
  const crowdfundings = useEndingCrowdfundings();
  return (
    <div className={styles.lists}>
      {animals.length > 0 && (
        <DiscoveryList title={t('discovery.animals')} to="/adoptable-animals" all={t('discovery.allAnimals')}>
          {animals.slice(0, MAX_ROWS).map((animal) => (
            <AnimalRow key={animal.id} animal={animal} />
          ))}
        </DiscoveryList>
      )}
      {crowdfundings.length > 0 && (
        <DiscoveryList
          title={t('discovery.ending')}
          to="/crowdfundings"
          all={t('discovery.allCrowdfundings')}
        >
          {crowdfundings.slice(0, MAX_ROWS).map((crowdfunding) => (
            <CrowdfundingRow key={crowdfunding.id} crowdfunding={crowdfunding} />
          ))}
        </DiscoveryList>
      )}
    </div>
  );
}
