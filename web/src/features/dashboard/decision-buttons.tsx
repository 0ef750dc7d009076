import { useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { ReasonDialog } from '../../shared/reason-dialog.tsx';
import { Button } from '../../ui/index.ts';

type Verdict = 'approve' | 'decline';

export interface DecisionButtonsProps {
  /** What is decided on. */
  readonly name: string;
  /** What declining it leads to. */
  readonly declineWarning: string;
  /** Carries it out; answers with the error, or with nothing when it is done and the reader has been told so. */
  readonly decide: (verdict: Verdict, reason: string | undefined) => Promise<unknown>;
  /** What is said when it failed; what the error says when left out. */
  readonly failed?: Readonly<Record<Verdict, string>>;
}

/** Approve and Decline, each asking for a reason that may be left out. */
export function DecisionButtons({ name, declineWarning, decide, failed }: DecisionButtonsProps) {
  const { t } = useTranslation('dashboard');
  const [asking, setAsking] = useState<Verdict | null>(null);

  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={t('names.decline', { name })}
        onClick={() => setAsking('decline')}
      >
        {t('verdicts.decline')}
      </Button>
      <Button size="small" aria-label={t('names.approve', { name })} onClick={() => setAsking('approve')}>
        {t('verdicts.approve')}
      </Button>
      {(['approve', 'decline'] as const).map((verdict) => (
        <ReasonDialog
          key={verdict}
          open={asking === verdict}
          title={t(`questions.${verdict}`, { name })}
          warning={verdict === 'decline' ? declineWarning : undefined}
          confirm={t(`verdicts.${verdict}`)}
          danger={verdict === 'decline'}
          onConfirm={(reason) => decide(verdict, reason)}
          failed={failed?.[verdict]}
          onClose={() => setAsking(null)}
        />
      ))}
    </>
  );
}
