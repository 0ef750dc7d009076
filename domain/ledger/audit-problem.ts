import type { Position } from '../kernel/event.ts';

/** Something in the log that must not be. */
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
  /** Entry, account or campaign that it is about. */
  readonly subject: string;
  readonly position: Position;
  readonly expected: string;
  readonly actual: string;
}

/** Tells of a problem with the event that is being looked at. */
export type Report = (kind: AuditProblem['kind'], subject: string, expected: string, actual: string) => void;
