import { type Decision, forbid, noEvents, notFound, refuse } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';
import { adjustmentDecided, adjustmentNotFound, secondPersonNeeded } from './rules.ts';

/** State of a proposal, which needs the approval of a second staff member. */
export type ProposalStatus = 'OPEN' | 'APPROVED' | 'DECLINED';

/** A proposal, as far as `decideProposal` needs it. */
export interface Proposal {
  readonly proposedBy: AccountId;
  readonly status: ProposalStatus;
}

/** The decision of a staff member. `decide` is called if the proposal is open. */
export interface ProposalDecision<Of extends Proposal, E extends DomainEvent> {
  readonly status: Exclude<ProposalStatus, 'OPEN'>;
  readonly staffId: AccountId;
  readonly decide: (open: Of) => Decision<E>;
}

/**
 * Decides on a proposal. Approval requires a staff member other than the proposer; any staff member may
 * decline it, including the proposer. A repeated decision has no effect.
 */
export function decideProposal<Of extends Proposal, E extends DomainEvent>(
  proposal: Of | undefined,
  { status, staffId, decide }: ProposalDecision<Of, E>,
): Decision<E> {
  if (!proposal) return notFound(adjustmentNotFound);
  if (proposal.status === status) return noEvents;
  if (proposal.status !== 'OPEN') return refuse(adjustmentDecided);
  if (status === 'APPROVED' && proposal.proposedBy === staffId) return forbid(secondPersonNeeded);
  return decide(proposal);
}
