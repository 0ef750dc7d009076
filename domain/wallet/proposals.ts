import { type Decision, forbid, noEvents, notFound, refuse } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';
import { adjustmentDecided, adjustmentNotFound, secondPersonNeeded } from './rules.ts';

/** Status of a proposal that needs approval by a second staff member. */
export type ProposalStatus = 'OPEN' | 'APPROVED' | 'DECLINED';

/** Proposal fields that `decideProposal` needs. */
export interface Proposal {
  readonly proposedBy: AccountId;
  readonly status: ProposalStatus;
}

/** A staff member's decision. `decide` is called only if the proposal is open. */
export interface ProposalDecision<Of extends Proposal, E extends DomainEvent> {
  readonly status: Exclude<ProposalStatus, 'OPEN'>;
  readonly staffId: AccountId;
  readonly decide: (open: Of) => Decision<E>;
}

/**
 * Decides on a proposal. It must be approved by a staff member different from the proposer. Any staff member can
 * decline it, including the proposer. Repeating a decision has no effect.
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
