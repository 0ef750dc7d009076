import { type Decision, forbid, notFound, nothingToDo, refuse } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

/** State of a proposal, which two members of staff must agree on. */
export type ProposalStatus = 'OPEN' | 'APPROVED' | 'DECLINED';

/** What the decision on a proposal needs of it. */
export interface Proposal {
  readonly proposedBy: AccountId;
  readonly status: ProposalStatus;
}

/** The decision of a member of staff, and what it leads to while the proposal is open. */
export interface Verdict<Of extends Proposal, E extends DomainEvent> {
  readonly status: Exclude<ProposalStatus, 'OPEN'>;
  readonly staffId: AccountId;
  readonly decide: (open: Of) => Decision<E>;
}

/**
 * Decides on a proposal. Another member of staff than the proposer must approve it; anybody of staff may decline it, also
 * the proposer. Repeating a decision changes nothing.
 */
export function decideProposal<Of extends Proposal, E extends DomainEvent>(
  proposal: Of | undefined,
  { status, staffId, decide }: Verdict<Of, E>,
): Decision<E> {
  if (!proposal) return notFound('ADJUSTMENT_NOT_FOUND', 'The adjustment does not exist.');
  if (proposal.status === status) return nothingToDo;
  if (proposal.status !== 'OPEN')
    return refuse('ADJUSTMENT_DECIDED', 'The adjustment has been decided already.');
  if (status === 'APPROVED' && proposal.proposedBy === staffId)
    return forbid('SECOND_PERSON_NEEDED', 'An adjustment needs the approval of another member of staff.');
  return decide(proposal);
}
