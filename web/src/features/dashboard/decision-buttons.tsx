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
  /** Resolves when the reader has been told how it went. */
  readonly decide: (verdict: Verdict, reason: string | undefined) => Promise<void>;
}

/** Approve and Decline, each asking for a reason that may be left out. */
export function DecisionButtons({ name, declineWarning, decide }: DecisionButtonsProps) {
  const { t } = useTranslation('dashboard');
  const [asking, setAsking] = useState<Verdict | null>(null);
  const [busy, setBusy] = useState(false);

  const confirm = async (verdict: Verdict, reason: string | undefined) => {
    setBusy(true);
    await decide(verdict, reason);
    setBusy(false);
    setAsking(null);
  };

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
          busy={busy}
          onConfirm={(reason) => void confirm(verdict, reason)}
          onClose={() => setAsking(null)}
        />
      ))}
    </>
  );
}
