import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Animal, useAnimalPicture } from '../../../api/adoption.ts';
import { type Crowdfunding, useCrowdfundingPicture } from '../../../api/crowdfunding.ts';
import type { PictureSource } from '../../../api/picture-source.ts';
import { getDisplayName, useLanguage, useTranslation } from '../../../i18n/index.ts';
import {
  formatAnimalAge,
  translateAnimalSex,
  translateAnimalType,
} from '../../../shared/animal/animal-texts.ts';
import { CrowdfundingTime } from '../../../shared/crowdfunding/crowdfunding-card.tsx';
import { CrowdfundingProgress } from '../../../shared/crowdfunding/crowdfunding-progress.tsx';
import { formatTimeLeft } from '../../../shared/crowdfunding/time-left.ts';
import { Picture } from '../../../shared/picture/picture.tsx';
import { Button, Card, focusPage } from '../../../ui/index.ts';
import { useNow } from '../../../ui/use-now.ts';
import styles from './discovery.module.css';
import { dismiss, useIsDismissed } from './dismissed.ts';
import { type Discovery, useDiscoveries } from './use-discoveries.ts';

interface CardLayoutProps {
  readonly id: string;
  /** Why the card is shown. */
  readonly reason: string;
  readonly name: string;
  readonly to: string;
  readonly picture: PictureSource | null;
  readonly children: ReactNode;
}

function CardLayout({ id, reason, name, to, picture, children }: CardLayoutProps) {
  const { t } = useTranslation('feed');
  const close = () => {
    dismiss(id);
    focusPage();
  };
  return (
    <Card as="article" className={styles.card} aria-label={`${reason}: ${name}`}>
      <Picture picture={picture} className={styles.cardPicture} />
      <div className={styles.cardBody}>
        <p className={styles.reason}>{reason}</p>
        <h2 className={styles.name}>
          <Link to={to}>{name}</Link>
        </h2>
        {children}
        <Button
          variant="quiet"
          size="small"
          className={styles.dismiss}
          aria-label={t('discovery.notNowName', { name })}
          onClick={close}
        >
          {t('discovery.notNow')}
        </Button>
      </div>
    </Card>
  );
}

/** Returns an animal's type, sex and age in one line. */
export const describeAnimal = ({ animal }: Animal): string =>
  [translateAnimalType(animal.type), translateAnimalSex(animal.sex), formatAnimalAge(animal.age)].join(' · ');

function AnimalDiscovery({ animal }: { readonly animal: Animal }) {
  const { t } = useTranslation('feed');
  return (
    <CardLayout
      id={animal.id}
      reason={t('discovery.animals')}
      name={animal.animal.name}
      to={`/adoptable-animals/${animal.id}`}
      picture={useAnimalPicture(animal).picture}
    >
      <p className={styles.facts}>{describeAnimal(animal)}</p>
      <p className={styles.text} dir="auto">
        {animal.description}
      </p>
    </CardLayout>
  );
}

/** Remaining time of an active campaign. */
export function TimeLeft({ endDate }: Pick<Crowdfunding, 'endDate'>) {
  const now = useNow();
  useLanguage();
  return endDate ? <CrowdfundingTime>{formatTimeLeft(Date.parse(endDate), now)}</CrowdfundingTime> : null;
}

function CrowdfundingDiscovery({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('feed');
  return (
    <CardLayout
      id={crowdfunding.id}
      reason={t('discovery.ending')}
      name={getDisplayName(crowdfunding.title)}
      to={`/crowdfundings/${crowdfunding.id}`}
      picture={useCrowdfundingPicture(crowdfunding)}
    >
      <CrowdfundingProgress {...crowdfunding} />
      <TimeLeft endDate={crowdfunding.endDate} />
    </CardLayout>
  );
}

function DismissibleCard({ discovery }: { readonly discovery: Discovery }) {
  if (useIsDismissed(discovery.id)) return null;
  return (
    <li>
      {'animal' in discovery ? (
        <AnimalDiscovery animal={discovery} />
      ) : (
        <CrowdfundingDiscovery crowdfunding={discovery} />
      )}
    </li>
  );
}

/** A card between posts, by index. Renders nothing after the last card and in place of a dismissed card. */
export function DiscoveryCard({ index }: { readonly index: number }) {
  const discovery = useDiscoveries()[index];
  return discovery && <DismissibleCard discovery={discovery} />;
}
