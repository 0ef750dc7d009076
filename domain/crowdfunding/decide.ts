import {
  accept,
  type Decider,
  type Decision,
  forbid,
  notFound,
  nothingToDo,
  refuse,
} from '../kernel/decider.ts';
import type { CrowdfundingId } from '../kernel/ids.ts';
import type {
  AnnounceExpiry,
  ApproveCrowdfunding,
  CancelCrowdfunding,
  CloseCrowdfunding,
  CreateCrowdfunding,
  CrowdfundingCommand,
  DeclineCrowdfunding,
} from './commands.ts';
import type { CrowdfundingEvent } from './events.ts';
import {
  crowdfundingEnded,
  crowdfundingNotActive,
  crowdfundingNotExpired,
  crowdfundingNotPending,
  crowdfundingProblem,
  daysAfter,
  dueNotice,
  expiryOf,
  missingCrowdfunding,
  onlyCreatorCancels,
  onlyCreatorCloses,
  ownCrowdfundingReview,
} from './rules.ts';
import { type CrowdfundingState, evolve, noCrowdfunding } from './state.ts';

type Existing = Exclude<CrowdfundingState, { status: 'NONE' }>;
type CrowdfundingDecision = Decision<CrowdfundingEvent>;

function create(command: CreateCrowdfunding, state: CrowdfundingState): CrowdfundingDecision {
  if (state.status !== 'NONE') return nothingToDo;
  const problem = crowdfundingProblem(command);
  if (problem) return refuse(problem);
  const { type: _, ...data } = command;
  return accept({ type: 'CrowdfundingCreated', data });
}

/** A campaign ends once. Cancelling it again has no effect; a closed or rejected one cannot be cancelled. */
function cancel(crowdfundingId: CrowdfundingId, { status }: Existing): CrowdfundingDecision {
  if (status === 'CANCELLED') return nothingToDo;
  return status === 'ACTIVE' || status === 'PENDING'
    ? accept({ type: 'CrowdfundingCancelled', data: { crowdfundingId } })
    : refuse(crowdfundingEnded);
}

const cancelAsCreator = (
  { crowdfundingId, accountId }: CancelCrowdfunding,
  state: Existing,
): CrowdfundingDecision =>
  accountId === state.creatorId ? cancel(crowdfundingId, state) : forbid(onlyCreatorCancels);

/** The order covers all campaigns of the creator. Those that have ended are skipped. */
function cancelOfBanned(crowdfundingId: CrowdfundingId, state: Existing): CrowdfundingDecision {
  const isOver = state.status === 'CLOSED' || state.status === 'REJECTED';
  return isOver ? nothingToDo : cancel(crowdfundingId, state);
}

function close(
  { crowdfundingId, accountId }: CloseCrowdfunding,
  { status, creatorId }: Existing,
): CrowdfundingDecision {
  if (accountId !== creatorId) return forbid(onlyCreatorCloses);
  if (status === 'CLOSED') return nothingToDo;
  return status === 'ACTIVE'
    ? accept({ type: 'CrowdfundingClosed', data: { crowdfundingId } })
    : refuse(crowdfundingNotActive);
}

/** Staff approve or decline a campaign, but never their own. */
function review(
  command: ApproveCrowdfunding | DeclineCrowdfunding,
  { status, creatorId, durationDays }: Existing,
): CrowdfundingDecision {
  const { crowdfundingId, staffId } = command;
  if (staffId === creatorId) return forbid(ownCrowdfundingReview);
  if (status !== 'PENDING') return refuse(crowdfundingNotPending);
  if (command.type === 'DeclineCrowdfunding')
    return accept({ type: 'CrowdfundingRejected', data: { crowdfundingId } });
  const endDate = daysAfter(command.at, durationDays);
  return accept({ type: 'CrowdfundingApproved', data: { crowdfundingId, startDate: command.at, endDate } });
}

/** Announces each notice once. If several are due, as after an outage, announces only the last one. */
function announceExpiry({ crowdfundingId, at }: AnnounceExpiry, state: Existing): CrowdfundingDecision {
  const { status, creatorId, endDate, announced } = state;
  if (status !== 'ACTIVE' || endDate === null) return nothingToDo;
  const refundDate = expiryOf(endDate);
  const daysLeft = dueNotice(refundDate, at);
  if (daysLeft === null || (announced !== null && daysLeft >= announced)) return nothingToDo;
  return accept({
    type: 'CrowdfundingExpiryAnnounced',
    data: { crowdfundingId, creatorId, daysLeft, refundDate },
  });
}

function decide(command: CrowdfundingCommand, state: CrowdfundingState): CrowdfundingDecision {
  if (command.type === 'CreateCrowdfunding') return create(command, state);
  if (state.status === 'NONE') return notFound(missingCrowdfunding);
  const { crowdfundingId } = command;
  switch (command.type) {
    case 'ApproveCrowdfunding':
    case 'DeclineCrowdfunding':
      return review(command, state);
    case 'CancelCrowdfunding':
      return cancelAsCreator(command, state);
    case 'CancelCrowdfundingAsStaff':
      return cancel(crowdfundingId, state);
    case 'CancelCrowdfundingOfBanned':
      return cancelOfBanned(crowdfundingId, state);
    case 'CloseCrowdfunding':
      return close(command, state);
    case 'AnnounceExpiry':
      return announceExpiry(command, state);
    case 'ExpireCrowdfunding':
      if (state.status !== 'ACTIVE' || state.endDate === null) return nothingToDo;
      return command.at < expiryOf(state.endDate)
        ? refuse(crowdfundingNotExpired)
        : accept({ type: 'CrowdfundingExpired', data: { crowdfundingId } });
  }
}

/** Decider of campaigns. A campaign is reviewed once and ends once. */
export const crowdfundingDecider: Decider<CrowdfundingState, CrowdfundingCommand, CrowdfundingEvent> = {
  category: 'crowdfunding',
  initial: noCrowdfunding,
  evolve,
  decide,
};
