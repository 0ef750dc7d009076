import { MapPin } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { AdoptionForm } from '../../../../contract/rules/adoption.ts';
import { type Animal, useAnimalPicture } from '../../api/adoption.ts';
import { useTranslation } from '../../i18n/index.ts';
import { truncate } from '../../ui/index.ts';
import { PictureCard } from '../cards/picture-card.tsx';
import { ProfileLink } from '../profile-link/profile-link.tsx';
import { TakeDownButton } from '../take-down/take-down-button.tsx';
import { TakenDownNote } from '../take-down/taken-down-note.tsx';
import { AnimalActions } from './animal-actions.tsx';
import styles from './animal-card.module.css';
import { formatAnimalAge, translateAnimalSex, translateAnimalType } from './animal-texts.ts';

interface AnimalCardLayoutProps extends Omit<ComponentProps<typeof PictureCard>, 'className' | 'children'> {
  readonly about: Omit<AdoptionForm, 'name'>;
  readonly owner: ReactNode;
  /** Actions or status. */
  readonly children?: ReactNode;
}

/** Presentation of an animal's card. */
export function AnimalCardLayout(props: AnimalCardLayoutProps) {
  const { about, owner, children, ...card } = props;
  const { t } = useTranslation('shared');
  const facts = [
    translateAnimalType(about.type),
    about.breed,
    translateAnimalSex(about.sex),
    formatAnimalAge(about.age),
    t(about.vaccinated ? 'animal.vaccinated' : 'animal.notVaccinated'),
    t(about.sterilized ? 'animal.sterilized' : 'animal.notSterilized'),
  ].filter((fact) => fact !== '');
  return (
    <PictureCard {...card}>
      <ul className={styles.facts} aria-label={t('animal.facts')}>
        {facts.map((fact) => (
          <li key={fact} className={styles.fact}>
            {fact}
          </li>
        ))}
      </ul>
      <p className={styles.description}>{about.description}</p>
      {about.address && (
        <p className={styles.line}>
          <MapPin size={16} aria-hidden="true" />
          <span>{about.address}</span>
        </p>
      )}
      <p className={styles.muted}>
        {t('by')} {owner}
      </p>
      {children}
    </PictureCard>
  );
}

/** Card of an animal in a list. */
export function AnimalCard({ animal: post }: { readonly animal: Animal }) {
  const { t } = useTranslation('shared');
  const { id, animal, owner, status } = post;
  return (
    <AnimalCardLayout
      label={animal.name}
      title={animal.name}
      about={{ ...animal, ...post }}
      {...useAnimalPicture(post)}
      owner={<ProfileLink nickname={owner.nickname}>{truncate(owner.profileName)}</ProfileLink>}
    >
      <TakenDownNote takenDown={post.takenDown} />
      {status === 'AVAILABLE' ? (
        <AnimalActions animal={post} />
      ) : (
        <p className={styles.adopted}>{t('animal.adopted')}</p>
      )}
      <TakeDownButton
        kind="animal"
        id={id}
        ownerId={owner.id}
        isTakenDown={post.takenDown !== undefined}
        name={animal.name}
      />
    </AnimalCardLayout>
  );
}
