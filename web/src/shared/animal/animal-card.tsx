import { MapPin } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { AdoptionForm } from '../../../../contract/rules/adoption.ts';
import { type Animal, useAnimalPicture } from '../../api/adoption.ts';
import { useTranslation } from '../../i18n/index.ts';
import { measureDistanceTo } from '../../state/chosen-town.ts';
import { truncate } from '../../ui/index.ts';
import { PictureCard } from '../cards/picture-card.tsx';
import { ProfileLink } from '../profile-link/profile-link.tsx';
import { TakeDownButton } from '../take-down/take-down-button.tsx';
import { TakenDownNote } from '../take-down/taken-down-note.tsx';
import { AnimalActions } from './animal-actions.tsx';
import styles from './animal-card.module.css';
import {
  formatAnimalAge,
  formatDistance,
  formatPlace,
  translateAnimalSex,
  translateAnimalType,
} from './animal-texts.ts';

interface AnimalCardLayoutProps extends Omit<ComponentProps<typeof PictureCard>, 'className' | 'children'> {
  readonly about: Omit<AdoptionForm, 'name'>;
  /** Distance from the town in the user's search, in km. */
  readonly distance?: number | undefined;
  readonly owner: ReactNode;
  readonly children?: ReactNode;
}

/** Facts, description, address and owner of an animal. */
function AnimalAbout({
  about,
  distance,
  owner,
}: Pick<AnimalCardLayoutProps, 'about' | 'distance' | 'owner'>) {
  const { t } = useTranslation('shared');
  const place = formatPlace(about.address, about.town);
  const facts = [
    translateAnimalType(about.type),
    about.breed,
    translateAnimalSex(about.sex),
    formatAnimalAge(about.age),
    t(about.vaccinated ? 'animal.vaccinated' : 'animal.notVaccinated'),
    t(about.sterilized ? 'animal.sterilized' : 'animal.notSterilized'),
  ].filter((fact) => fact !== '');
  return (
    <>
      <ul className={styles.facts} aria-label={t('animal.facts')}>
        {facts.map((fact) => (
          <li key={fact} className={styles.fact}>
            {fact}
          </li>
        ))}
      </ul>
      <p className={styles.description} dir="auto">
        {about.description}
      </p>
      {place && (
        <p className={styles.line}>
          <MapPin size={16} aria-hidden="true" />
          <span>
            {place}
            {distance !== undefined && <strong> · {formatDistance(distance)}</strong>}
          </span>
        </p>
      )}
      <p className={styles.muted}>
        {t('by')} {owner}
      </p>
    </>
  );
}

/** Layout of an animal card. */
export function AnimalCardLayout({ about, distance, owner, children, ...card }: AnimalCardLayoutProps) {
  return (
    <PictureCard {...card}>
      <AnimalAbout about={about} distance={distance} owner={owner} />
      {children}
    </PictureCard>
  );
}

/** Facts about an animal, and the actions available to the current user. */
export function AnimalDetails({ animal: post }: { readonly animal: Animal }) {
  const { t } = useTranslation('shared');
  const { id, animal, owner, status } = post;
  return (
    <>
      <AnimalAbout
        about={{ ...animal, ...post }}
        distance={post.distance ?? measureDistanceTo(post.town)}
        owner={
          <ProfileLink nickname={owner.nickname}>
            <bdi>{truncate(owner.profileName)}</bdi>
          </ProfileLink>
        }
      />
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
    </>
  );
}

interface AnimalCardProps extends Pick<ComponentProps<typeof PictureCard>, 'isMain'> {
  readonly animal: Animal;
}

/** Animal card in a list. */
export function AnimalCard({ animal, isMain }: AnimalCardProps) {
  const { name } = animal.animal;
  const { pathname, search } = useLocation();
  return (
    <PictureCard
      label={name}
      isMain={isMain}
      title={
        <Link
          to={`/adoptable-animals/${animal.id}`}
          state={pathname === '/adoptable-animals' ? { search } : null}
          className={styles.link}
        >
          {name}
        </Link>
      }
      {...useAnimalPicture(animal)}
    >
      <AnimalDetails animal={animal} />
    </PictureCard>
  );
}
