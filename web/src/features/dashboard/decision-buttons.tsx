import { useState } from 'react';
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

const WORDS = { approve: 'Approve', decline: 'Decline' } as const;

/** Approve and Decline, each asking for a reason that may be left out. */
export function DecisionButtons({ name, declineWarning, decide }: DecisionButtonsProps) {
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
        aria-label={`Decline ${name}`}
        onClick={() => setAsking('decline')}
      >
        Decline
      </Button>
      <Button size="small" aria-label={`Approve ${name}`} onClick={() => setAsking('approve')}>
        Approve
      </Button>
      {(['approve', 'decline'] as const).map((verdict) => (
        <ReasonDialog
          key={verdict}
          open={asking === verdict}
          title={`${WORDS[verdict]} ${name}?`}
          warning={verdict === 'decline' ? declineWarning : undefined}
          confirm={WORDS[verdict]}
          danger={verdict === 'decline'}
          busy={busy}
          onConfirm={(reason) => void confirm(verdict, reason)}
          onClose={() => setAsking(null)}
        />
      ))}
    </>
  );
}
