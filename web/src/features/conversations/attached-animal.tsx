import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { type Animal, useAnimalPicture, useGetChatAnimalQuery } from '../../api/adoption.ts';
import { useTranslation } from '../../i18n/index.ts';
import { takeContactAnimal } from '../../shared/animal/contact-animal.ts';
import { Picture } from '../../shared/picture/picture.tsx';
import { Skeleton } from '../../ui/index.ts';
import listStyles from './conversation-list.module.css';
import styles from './conversations.module.css';

/** Returns the id of the animal whose page linked to this chat, or undefined. */
export function useLinkedAnimalId(): string | undefined {
  const state: unknown = useLocation().state;
  const { animalId } = (state ?? {}) as { readonly animalId?: unknown };
  return typeof animalId === 'string' ? animalId : undefined;
}

/** Links the chat to the animal that the user wanted to contact its owner about before logging in. */
export function useContactAnimal(ownerId: string): void {
  const navigate = useNavigate();
  const linkedAnimalId = useLinkedAnimalId();
  useEffect(() => {
    const animalId = takeContactAnimal(ownerId);
    if (animalId && !linkedAnimalId) void navigate('.', { replace: true, state: { animalId } });
  }, [ownerId, linkedAnimalId, navigate]);
}

function AnimalLink({ animal: post }: { readonly animal: Animal }) {
  const { t } = useTranslation('conversations');
  const { picture, onLoadError } = useAnimalPicture(post);
  const { name } = post.animal;
  return (
    <Link to={`/adoptable-animals/${post.id}`} className={styles.animal}>
      <Picture picture={picture} className={styles.animalPicture} onLoadError={onLoadError} />
      <span className={listStyles.lines}>
        <strong>{t('about', { name })}</strong>
        <span className={listStyles.small}>
          {t(post.status === 'ADOPTED' ? 'adopted' : 'lookingForAHome')}
        </span>
      </span>
    </Link>
  );
}

/** The animal that a chat refers to. Renders nothing if it was removed or is hidden from the current user. */
export function AttachedAnimal({ id }: { readonly id: string }) {
  const { t } = useTranslation('conversations');
  const { data, isError } = useGetChatAnimalQuery({ id });
  if (isError) return null;
  if (data) return <AnimalLink animal={data} />;
  return (
    <div className={styles.animal} role="status" aria-label={t('loadingAnimal')}>
      <Skeleton width="3.5rem" height="3.5rem" />
      <Skeleton width="12rem" />
    </div>
  );
}
