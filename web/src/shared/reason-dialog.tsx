import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { internalError } from '../../../contract/problems.ts';
import { checkReason, checkRequiredReason, REASON_LIMIT } from '../../../contract/rules/moderation.ts';
import { cleanText, countCodePoints } from '../../../contract/rules/text.ts';
import { getApiFailure } from '../api/failure.ts';
import { type Message, useTranslation } from '../i18n/index.ts';
import { Button, Dialog, ErrorText, focusPageIfLost, TextArea } from '../ui/index.ts';
import styles from './reason-dialog.module.css';
import { useResultToast } from './use-result-toast.ts';

export interface ReasonDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly warning?: ReactNode;
  /** Label of the confirm button. */
  readonly confirm: string;
  /** Label of the dismiss button, if "Cancel" could be mistaken for the action. */
  readonly dismiss?: string;
  /** Whether a reason is required. */
  readonly required?: boolean;
  /** Whether the reason is sent to the affected account. */
  readonly isShared?: boolean;
  /** Whether the action is destructive. */
  readonly danger?: boolean;
  /** Executes the decision. Resolves to the error, if any. */
  readonly onConfirm: (reason: string | undefined) => Promise<{ readonly error?: unknown }>;
  readonly doneText: Message;
  /** Error message; by default the message of the error itself. */
  readonly failureText?: string;
  readonly onClose: () => void;
  /** Additional options, below the warning. */
  readonly children?: ReactNode;
}

interface ReasonFormProps extends Pick<ReasonDialogProps, 'required' | 'isShared'> {
  readonly id: string;
  readonly failure: Message | null;
  readonly onConfirm: (reason: string | undefined) => void;
}

function ReasonForm({ id, required, isShared, failure, onConfirm }: ReasonFormProps) {
  const { t } = useTranslation('shared');
  const [reason, setReason] = useState('');
  const [areProblemsShown, setProblemsShown] = useState(false);
  const text = cleanText(reason);
  const problem = required ? checkRequiredReason(text) : checkReason(text);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblemsShown(true);
    if (!problem) onConfirm(text || undefined);
  };

  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        label={t(required ? 'reason.label' : 'reason.optional')}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={areProblemsShown ? problem : null}
        hint={t(isShared ? 'reason.sharedHint' : 'reason.hint')}
        counter={`${countCodePoints(text)} / ${REASON_LIMIT}`}
      />
      <ErrorText>{failure}</ErrorText>
    </form>
  );
}

/** Executes a decision. If the dialog was closed in the meantime, shows the result as a toast. */
function useDecision({ open, onConfirm, doneText, failureText, onClose }: ReasonDialogProps) {
  const showResult = useResultToast();
  const isOpen = useRef(open);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Message | null>(null);

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
    const { error } = await onConfirm(reason);
    setBusy(false);
    if (error) {
      const message = failureText ?? getApiFailure(error) ?? internalError;
      if (isOpen.current) setFailure(message);
      else showResult(error, doneText, message);
      return;
    }
    showResult(error, doneText);
    focusPageIfLost();
    close();
  };

  return { busy, failure, close, decide };
}

/** Dialog that confirms a staff decision and collects its reason. */
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
      {children && <div className={styles.fields}>{children}</div>}
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
