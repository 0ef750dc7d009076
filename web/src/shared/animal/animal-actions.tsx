import { Heart, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { type Animal, useDeleteAdoptionMutation, useMarkAdoptedMutation } from '../../api/adoption.ts';
import { feedbackGiven } from '../../state/feedback.ts';
import { useUser } from '../../state/session.ts';
import { Button, ConfirmDialog, focusPage, LinkButton } from '../../ui/index.ts';
import styles from './animal-card.module.css';

const QUESTIONS = {
  adopted: {
    title: 'Mark as adopted?',
    confirm: 'Mark as adopted',
    done: 'Animal marked as adopted correctly.',
  },
  delete: {
    title: 'Are you sure you want to delete the animal?',
    confirm: 'Delete',
    done: 'Adoption successfully removed.',
  },
} as const;

/** What its owner may do with an animal; each asks first. */
function OwnerActions({ id }: { readonly id: string }) {
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null);
  const [markAdopted, marking] = useMarkAdoptedMutation();
  const [remove, removing] = useDeleteAdoptionMutation();
  const dispatch = useDispatch();

  const confirm = async () => {
    if (!asked) return;
    const { error } = await (asked === 'adopted' ? markAdopted(id) : remove(id));
    setAsked(null);
    if (error) return;
    focusPage();
    dispatch(feedbackGiven('ok', QUESTIONS[asked].done));
  };

  return (
    <>
      <Button size="small" icon={<Heart size={18} aria-hidden="true" />} onClick={() => setAsked('adopted')}>
        Adopted
      </Button>
      <Button
        size="small"
        variant="secondary"
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => setAsked('delete')}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={asked ? QUESTIONS[asked].title : ''}
        warning="This action cannot be reversed."
        confirm={asked ? QUESTIONS[asked].confirm : ''}
        busy={marking.isLoading || removing.isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** Buttons of an animal that looks for a home. */
export function AnimalActions({ animal: { id, owner, animal } }: { readonly animal: Animal }) {
  const own = useUser()?.id === owner.id;
  return (
    <div className={styles.actions}>
      {own ? (
        <OwnerActions id={id} />
      ) : (
        <LinkButton
          to={`/conversations/${owner.id}`}
          size="small"
          icon={<MessageCircle size={18} aria-hidden="true" />}
        >
          Contact<span className="visually-hidden"> about {animal.name}</span>
        </LinkButton>
      )}
    </div>
  );
}
