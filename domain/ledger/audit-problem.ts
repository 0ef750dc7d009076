import type { Position } from '../kernel/event.ts';

/** A violation of a ledger rule, found in the log. */
export interface AuditProblem {
  readonly kind:
    | 'unbalanced-entry'
    | 'repeated-entry'
    | 'negative-balance'
    | 'repeated-payment'
    | 'repeated-withdrawal'
    | 'wrong-refund'
    | 'wrong-release'
    | 'wrong-escrow'
    | 'one-person-adjustment';
  /** Id of the affected entry, ledger account, campaign, payment or adjustment. */
  readonly subject: string;
  readonly position: Position;
  readonly expected: string;
  readonly actual: string;
}

/** Reports a problem with the current event. */
export type ReportProblem = (
  kind: AuditProblem['kind'],
  subject: string,
  expected: string,
  actual: string,
) => void;
