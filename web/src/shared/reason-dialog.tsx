import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  cleanText,
  codePoints,
  givenReasonProblem,
  REASON_LIMIT,
  reasonProblem,
} from '../../../api/contract/rules.ts';
import { failureOf, UNEXPECTED } from '../api/failure.ts';
import { tell, useTranslation } from '../i18n/index.ts';
import { Button, Dialog, focusPageIfLost, TextArea } from '../ui/index.ts';
import styles from './reason-dialog.module.css';
import { useTold } from './use-told.ts';

export interface ReasonDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What follows from it. */
  readonly warning?: string;
  /** Text of the button that does it. */
  readonly confirm: string;
  /** Text of the button that leaves everything as it is, where "Cancel" could be taken for the act itself. */
  readonly dismiss?: string;
  /** Whether a reason must be given. */
  readonly required?: boolean;
  /** Whether the person concerned is notified of the reason. */
  readonly isShared?: boolean;
  /** Whether it takes something away. */
  readonly danger?: boolean;
  /** Carries it out and answers with the error, or with nothing when it is done. */
  readonly onConfirm: (reason: string | undefined) => Promise<unknown>;
  /** What is said when it failed; what the error says when left out. */
  readonly failed?: string;
  readonly onClose: () => void;
  /** Further choices, below the warning. */
  readonly children?: ReactNode;
}

interface FormProps extends Pick<ReasonDialogProps, 'required' | 'isShared'> {
  readonly id: string;
  readonly failure: string | null;
  readonly onConfirm: (reason: string | undefined) => void;
}

function ReasonForm({ id, required, isShared, failure, onConfirm }: FormProps) {
  const { t } = useTranslation('shared');
  const [reason, setReason] = useState('');
  const [shown, setShown] = useState(false);
  const text = cleanText(reason);
  const problem = required ? givenReasonProblem(text) : reasonProblem(text);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (!problem) onConfirm(text || undefined);
  };

  return (
    <form id={id} onSubmit={submit} noValidate>
      <TextArea
        label={t(required ? 'reason.label' : 'reason.optional')}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={shown ? problem : null}
        hint={t(isShared ? 'reason.sharedHint' : 'reason.hint')}
        counter={`${codePoints(text)} / ${REASON_LIMIT}`}
      />
      {failure && (
        <p className={styles.failure} role="alert">
          {tell(failure)}
        </p>
      )}
    </form>
  );
}

/**
 * Carries a decision out. The dialog closes once it is done; otherwise it says why, beside the reason that was written.
 * Whoever has left the dialog meanwhile is told by a message.
 */
function useDecision({ open, onConfirm, failed, onClose }: ReasonDialogProps) {
  const told = useTold();
  const isOpen = useRef(open);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    isOpen.current = open;
    return () => {
      isOpen.current = false;
    };
  }, [open]);

  const close = () => {
    setFailure(null);
    onClose();
  };

  const decide = async (reason: string | undefined) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const error = await onConfirm(reason);
    setBusy(false);
    if (error) {
      const sentence = failed ?? failureOf(error)?.message ?? UNEXPECTED;
      if (isOpen.current) setFailure(sentence);
      else told(error, '', sentence);
      return;
    }
    focusPageIfLost();
    close();
  };

  return { busy, failure, close, decide };
}

/** Asks before a decision of staff, and for its reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, title, warning, confirm, dismiss, danger, required, isShared, children } = props;
  const { t } = useTranslation('ui');
  const id = useId();
  const { busy, failure, close, decide } = useDecision(props);
  const actions = (
    <>
      <Button variant="secondary" onClick={close}>
        {dismiss ?? t('cancel')}
      </Button>
      <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={close} actions={actions}>
      {warning && <p>{warning}</p>}
      {children}
      <ReasonForm
        id={id}
        required={required}
        isShared={isShared}
        failure={failure}
        onConfirm={(reason) => void decide(reason)}
      />
    </Dialog>
  );
}
