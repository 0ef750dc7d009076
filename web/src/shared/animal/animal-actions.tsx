import { Heart, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Animal } from '../../api/adoption.ts';
import { useDeleteAdoptionMutation, useMarkAdoptedMutation } from '../../api/adoption-writes.ts';
import { useTranslation } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { useUser } from '../../state/session.ts';
import { Button, ConfirmDialog, focusPageIfLost, LinkButton } from '../../ui/index.ts';
import { ReportButton } from '../report/report-button.tsx';
import { ShareButton } from '../share-button.tsx';
import styles from './animal-card.module.css';
import { keepContactAnimal } from './contact-animal.ts';

const DONE_TEXT_KEYS = {
  adopted: 'done.animalAdopted',
  delete: 'done.animalDeleted',
} as const;

function OwnerActions({ animal: { id, animal, takenDown } }: { readonly animal: Animal }) {
  const { t } = useTranslation('shared');
  const { name } = animal;
  const [openAction, setOpenAction] = useState<keyof typeof DONE_TEXT_KEYS | null>(null);
  const [markAdopted, markResult] = useMarkAdoptedMutation();
  const [remove, removeResult] = useDeleteAdoptionMutation();
  const dispatch = useDispatch();

  const confirm = async () => {
    if (!openAction) return;
    const { error } = await (openAction === 'adopted' ? markAdopted({ id }) : remove({ id }));
    setOpenAction(null);
    if (error) return;
    focusPageIfLost();
    dispatch(feedbackAdded('ok', t(DONE_TEXT_KEYS[openAction])));
  };

  return (
    <>
      {!takenDown && (
        <Button
          size="small"
          icon={<Heart size={18} aria-hidden="true" />}
          aria-label={t('animal.adoptedName', { name })}
          onClick={() => setOpenAction('adopted')}
        >
          {t('animal.adopted')}
        </Button>
      )}
      <Button
        size="small"
        variant="secondary"
        icon={<Trash2 size={18} aria-hidden="true" />}
        aria-label={t('animal.deleteName', { name })}
        onClick={() => setOpenAction('delete')}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={openAction !== null}
        title={openAction ? t(`animal.questions.${openAction}.title`, { name }) : ''}
        warning={t('irreversible')}
        confirm={openAction ? t(`animal.questions.${openAction}.confirm`) : ''}
        busy={markResult.isLoading || removeResult.isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setOpenAction(null)}
      />
    </>
  );
}

/** Actions for an animal that is open for adoption. While the animal is taken down, only its owner has actions. */
export function AnimalActions({ animal: post }: { readonly animal: Animal }) {
  const { t } = useTranslation('shared');
  const { id, owner, animal } = post;
  const user = useUser();
  const isOwn = user?.id === owner.id;
  if (!isOwn && post.takenDown) return null;
  const share = !post.takenDown && <ShareButton path={`/adoptable-animals/${id}`} name={animal.name} />;
  return (
    <div className={styles.actions}>
      {isOwn ? (
        <OwnerActions animal={post} />
      ) : (
        <>
          <LinkButton
            to={`/conversations/${owner.id}`}
            state={{ animalId: id }}
            onClick={() => user || keepContactAnimal(owner.id, id)}
            size="small"
            icon={<MessageCircle size={18} aria-hidden="true" />}
            aria-label={t('animal.contactAbout', { name: animal.name })}
          >
            {t('animal.contact')}
          </LinkButton>
          <ReportButton kind="animal" id={id} ownerId={owner.id} name={animal.name} />
        </>
      )}
      {share}
    </div>
  );
}
