import { useState } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { Button } from '../ui/index.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Verdict = 'approve' | 'decline';

export interface DecisionButtonsProps {
  /** Name of the subject of the decision. */
  readonly name: string;
  /** Consequence of declining. */
  readonly declineWarning: string;
  /** Verdicts whose reason is sent to the person concerned. */
  readonly sharedReasons?: readonly Verdict[];
  /** Sends the decision; resolves with the error, or undefined after success has been shown. */
  readonly decide: (verdict: Verdict, reason: string | undefined) => Promise<unknown>;
  /** Error texts; by default the message of the error. */
  readonly failed?: Readonly<Record<Verdict, string>>;
}

/** Approve and Decline buttons, each with a dialog for an optional reason. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { name, declineWarning, sharedReasons, decide, failed } = props;
  const { t } = useTranslation('shared');
  const [asking, setAsking] = useState<Verdict | null>(null);

  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={t('decision.names.decline', { name })}
        onClick={() => setAsking('decline')}
      >
        {t('decision.verdicts.decline')}
      </Button>
      <Button
        size="small"
        aria-label={t('decision.names.approve', { name })}
        onClick={() => setAsking('approve')}
      >
        {t('decision.verdicts.approve')}
      </Button>
      {(['approve', 'decline'] as const).map((verdict) => (
        <ReasonDialog
          key={verdict}
          open={asking === verdict}
          title={t(`decision.questions.${verdict}`, { name })}
          warning={verdict === 'decline' ? declineWarning : undefined}
          confirm={t(`decision.verdicts.${verdict}`)}
          isShared={sharedReasons?.includes(verdict)}
          danger={verdict === 'decline'}
          onConfirm={(reason) => decide(verdict, reason)}
          failed={failed?.[verdict]}
          onClose={() => setAsking(null)}
        />
      ))}
    </>
  );
}
