import { type Decision, forbid, noEvents, refuse } from '../kernel/decider.ts';
import type { AccountId } from '../kernel/ids.ts';
import { adjustmentDecided, secondPersonNeeded } from './rules.ts';

/** Status of a proposal that needs approval by a second staff member. */
export type ProposalStatus = 'OPEN' | 'APPROVED' | 'DECLINED';

/** A staff member's proposal. */
export interface Proposal {
  readonly proposedBy: AccountId;
  readonly status: ProposalStatus;
}

/**
 * Checks whether a staff member can decide on a proposal, and returns null if so. It must be approved by a staff member
 * different from the proposer. Any staff member can decline it, including the proposer. Repeating a decision has no
 * effect.
 */
export function checkProposalDecision(
  proposal: Proposal,
  decision: Exclude<ProposalStatus, 'OPEN'>,
  staffId: AccountId,
): Decision<never> | null {
  if (proposal.status === decision) return noEvents;
  if (proposal.status !== 'OPEN') return refuse(adjustmentDecided);
  return decision === 'APPROVED' && proposal.proposedBy === staffId ? forbid(secondPersonNeeded) : null;
}
