import { useState } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { Button } from '../ui/index.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Verdict = 'approve' | 'decline';

export interface DecisionButtonsProps {
  /** What is decided on. */
  readonly name: string;
  /** What declining it leads to. */
  readonly declineWarning: string;
  /** Verdicts whose reason the person concerned is notified of. */
  readonly sharedReasons?: readonly Verdict[];
  /** Carries it out; answers with the error, or with nothing when it is done and the reader has been told so. */
  readonly decide: (verdict: Verdict, reason: string | undefined) => Promise<unknown>;
  /** What is said when it failed; what the error says when left out. */
  readonly failed?: Readonly<Record<Verdict, string>>;
}

/** Approve and Decline, each asking for a reason that may be left out. */
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
