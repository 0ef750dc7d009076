import { Heart, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { type Animal, useDeleteAdoptionMutation, useMarkAdoptedMutation } from '../../api/adoption.ts';
import { useTranslation } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { useUser } from '../../state/session.ts';
import { Button, ConfirmDialog, focusPageIfLost, LinkButton } from '../../ui/index.ts';
import { ReportButton } from '../report/report-button.tsx';
import { ShareButton } from '../share-button.tsx';
import styles from './animal-card.module.css';

const DONE_TEXT_KEYS = {
  adopted: 'done.animalAdopted',
  delete: 'done.animalDeleted',
} as const;

/** The owner's actions for an animal, each with a confirmation. */
function OwnerActions({ animal: { id, animal, takenDown } }: { readonly animal: Animal }) {
  const { t } = useTranslation('shared');
  const { name } = animal;
  const [asked, setAsked] = useState<keyof typeof DONE_TEXT_KEYS | null>(null);
  const [markAdopted, marking] = useMarkAdoptedMutation();
  const [remove, removing] = useDeleteAdoptionMutation();
  const dispatch = useDispatch();

  const confirm = async () => {
    if (!asked) return;
    const { error } = await (asked === 'adopted' ? markAdopted({ id }) : remove({ id }));
    setAsked(null);
    if (error) return;
    focusPageIfLost();
    dispatch(feedbackAdded('ok', t(DONE_TEXT_KEYS[asked])));
  };

  return (
    <>
      {!takenDown && (
        <Button
          size="small"
          icon={<Heart size={18} aria-hidden="true" />}
          aria-label={t('animal.adoptedName', { name })}
          onClick={() => setAsked('adopted')}
        >
          {t('animal.adopted')}
        </Button>
      )}
      <Button
        size="small"
        variant="secondary"
        icon={<Trash2 size={18} aria-hidden="true" />}
        aria-label={t('animal.deleteName', { name })}
        onClick={() => setAsked('delete')}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={asked ? t(`animal.questions.${asked}.title`, { name }) : ''}
        warning={t('irreversible')}
        confirm={asked ? t(`animal.questions.${asked}.confirm`) : ''}
        busy={marking.isLoading || removing.isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** Actions for an animal that is open for adoption. While it is taken down, only its owner has actions. */
export function AnimalActions({ animal: post }: { readonly animal: Animal }) {
  const { t } = useTranslation('shared');
  const { id, owner, animal } = post;
  const isOwn = useUser()?.id === owner.id;
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
