import { type FormEvent, type ReactNode, useId } from 'react';
import { type Message, useTranslation } from '../i18n/index.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { ErrorText } from './field.tsx';

interface FormDialogProps {
  readonly title: string;
  /** Shown above the form. */
  readonly intro?: ReactNode;
  /** Label of the submit button. */
  readonly submit: string;
  /** Label of the cancel button, if "Cancel" could be mistaken for the action. */
  readonly dismiss?: string | undefined;
  /** Whether the action is destructive. */
  readonly danger?: boolean | undefined;
  /** Whether a request is in flight. The dialog stays open and cannot be submitted again in the meantime. */
  readonly busy: boolean;
  /** Error of the whole form. */
  readonly failure?: Message | null | undefined;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Called by the cancel button instead of `onClose`. */
  readonly onCancel?: () => void;
  /** Fields of the form. */
  readonly children?: ReactNode;
}

/** A modal dialog with a form. Render it only while it is open, so that its fields start empty each time. */
export function FormDialog(props: FormDialogProps) {
  const { title, intro, submit, dismiss, danger, busy, failure, onSubmit, onClose, onCancel, children } =
    props;
  const { t } = useTranslation('ui');
  const id = useId();

  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };

  const actions = (
    <>
      <Button variant="secondary" aria-disabled={busy} onClick={busy ? undefined : (onCancel ?? onClose)}>
        {dismiss ?? t('cancel')}
      </Button>
      <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy}>
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} locked={busy} onClose={onClose} actions={actions}>
      {intro}
      <form id={id} className={styles.form} onSubmit={submitForm} noValidate>
        {children}
        <ErrorText>{failure}</ErrorText>
      </form>
    </Dialog>
  );
}
