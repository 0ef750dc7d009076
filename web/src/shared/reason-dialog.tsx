import { type ReactNode, useEffect, useRef, useState } from 'react';
import { internalError } from '../../../contract/problems.ts';
import { checkReason, checkRequiredReason, REASON_LIMIT } from '../../../contract/rules/moderation.ts';
import { cleanText, countCodePoints } from '../../../contract/rules/text.ts';
import { getApiFailure } from '../api/failure.ts';
import { type Message, useTranslation } from '../i18n/index.ts';
import { FormDialog, focusPageIfLost, TextArea } from '../ui/index.ts';
import styles from './reason-dialog.module.css';
import { useBusyAction } from './use-busy-action.ts';
import { useResultToast } from './use-result-toast.ts';

/** Props of a dialog in which staff enter the reason for a decision. */
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

/** Executes a decision. If the dialog was closed in the meantime, shows the result as a toast. */
function useDecision({ open, onConfirm, doneText, failureText, onClose }: ReasonDialogProps) {
  const showResult = useResultToast();
  const isOpen = useRef(open);
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

  const [decide, busy] = useBusyAction(async (reason: string | undefined) => {
    setFailure(null);
    const { error } = await onConfirm(reason);
    if (error) {
      const message = failureText ?? getApiFailure(error) ?? internalError;
      if (isOpen.current) setFailure(message);
      else showResult(error, doneText, message);
      return;
    }
    showResult(error, doneText);
    focusPageIfLost();
    close();
  });

  return { busy, failure, close, decide };
}

interface ReasonFormProps extends ReasonDialogProps {
  readonly decision: ReturnType<typeof useDecision>;
}

function ReasonForm(props: ReasonFormProps) {
  const { decision, title, warning, children, required, isShared, confirm, dismiss, danger } = props;
  const { t } = useTranslation('shared');
  const [reason, setReason] = useState('');
  const [areProblemsShown, setProblemsShown] = useState(false);
  const text = cleanText(reason);
  const problem = required ? checkRequiredReason(text) : checkReason(text);

  const submit = () => {
    setProblemsShown(true);
    if (!problem) void decision.decide(text || undefined);
  };

  return (
    <FormDialog
      title={title}
      intro={
        <>
          {warning && <p>{warning}</p>}
          {children && <div className={styles.fields}>{children}</div>}
        </>
      }
      submit={confirm}
      dismiss={dismiss}
      danger={danger}
      busy={decision.busy}
      failure={decision.failure}
      onSubmit={submit}
      onClose={decision.close}
    >
      <TextArea
        label={t(required ? 'reason.label' : 'reason.optional')}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={areProblemsShown ? problem : null}
        hint={t(isShared ? 'reason.sharedHint' : 'reason.hint')}
        counter={`${countCodePoints(text)} / ${REASON_LIMIT}`}
      />
    </FormDialog>
  );
}

/** Dialog that confirms a staff decision and collects its reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const decision = useDecision(props);
  return props.open && <ReasonForm {...props} decision={decision} />;
}
