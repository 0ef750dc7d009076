import { type FormEvent, useId, useState } from 'react';
import {
  cleanText,
  codePoints,
  givenReasonProblem,
  REASON_LIMIT,
  reasonProblem,
} from '../../../api/contract/rules.ts';
import { useTranslation } from '../i18n/index.ts';
import { Button, Dialog, TextArea } from '../ui/index.ts';

export interface ReasonDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What follows from it. */
  readonly warning?: string;
  /** Text of the button that does it. */
  readonly confirm: string;
  /** Whether a reason must be given. */
  readonly required?: boolean;
  /** Whether it takes something away. */
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: (reason: string | undefined) => void;
  readonly onClose: () => void;
}

function ReasonForm({ id, required, onConfirm }: ReasonDialogProps & { readonly id: string }) {
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
        hint={t('reason.hint')}
        counter={`${codePoints(text)} / ${REASON_LIMIT}`}
      />
    </form>
  );
}

/** Asks before a decision of staff, and for its reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, title, warning, confirm, danger, busy, onClose } = props;
  const { t } = useTranslation('ui');
  const id = useId();
  const actions = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={onClose} actions={actions}>
      {warning && <p>{warning}</p>}
      <ReasonForm {...props} id={id} />
    </Dialog>
  );
}
