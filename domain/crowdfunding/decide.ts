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
import { crowdfundingProblem, daysAfter, dueNotice, expiryOf, missingCrowdfunding } from './rules.ts';
import { type CrowdfundingState, evolve, noCrowdfunding } from './state.ts';

type Existing = Exclude<CrowdfundingState, { status: 'NONE' }>;
type CrowdfundingDecision = Decision<CrowdfundingEvent>;

const crowdfundingNotFound = notFound(missingCrowdfunding.code, missingCrowdfunding.message);

const ownCrowdfunding = forbid(
  'OWN_CROWDFUNDING',
  'Another member of staff must decide on your crowdfunding.',
);

const notPending = refuse('CROWDFUNDING_NOT_PENDING', 'The crowdfunding is no longer pending.');

function create(command: CreateCrowdfunding, state: CrowdfundingState): CrowdfundingDecision {
  if (state.status !== 'NONE') return nothingToDo;
  const problem = crowdfundingProblem(command);
  if (problem) return refuse('INVALID_CROWDFUNDING', problem);
  const { type: _, ...data } = command;
  return accept({ type: 'CrowdfundingCreated', data });
}

const notTheCreator = (verb: 'cancel' | 'close') =>
  forbid('NOT_THE_CREATOR', `Only its creator can ${verb} a crowdfunding.`);

/** Each end excludes the other for ever; asking for the same one again changes nothing. */
function cancel(crowdfundingId: CrowdfundingId, { status }: Existing): CrowdfundingDecision {
  if (status === 'CANCELLED') return nothingToDo;
  return status === 'ACTIVE' || status === 'PENDING'
    ? accept({ type: 'CrowdfundingCancelled', data: { crowdfundingId } })
    : refuse('CROWDFUNDING_ENDED', 'Only a pending or active crowdfunding can be cancelled.');
}

const cancelAsCreator = (
  { crowdfundingId, accountId }: CancelCrowdfunding,
  state: Existing,
): CrowdfundingDecision =>
  accountId === state.creatorId ? cancel(crowdfundingId, state) : notTheCreator('cancel');

/** The order covers all campaigns of the creator, so that one that has ended stays as it is. */
function cancelOfBanned(crowdfundingId: CrowdfundingId, state: Existing): CrowdfundingDecision {
  const isOver = state.status === 'CLOSED' || state.status === 'REJECTED';
  return isOver ? nothingToDo : cancel(crowdfundingId, state);
}

/** Its creator takes what was raised. */
function close(
  { crowdfundingId, accountId }: CloseCrowdfunding,
  { status, creatorId }: Existing,
): CrowdfundingDecision {
  if (accountId !== creatorId) return notTheCreator('close');
  if (status === 'CLOSED') return nothingToDo;
  return status === 'ACTIVE'
    ? accept({ type: 'CrowdfundingClosed', data: { crowdfundingId } })
    : refuse('CROWDFUNDING_NOT_ACTIVE', 'Only an active crowdfunding can be closed.');
}

/** Staff let it begin, or do not. Nobody decides on a campaign of their own, whatever their role. */
function review(
  command: ApproveCrowdfunding | DeclineCrowdfunding,
  { status, creatorId, durationDays }: Existing,
): CrowdfundingDecision {
  const { crowdfundingId, staffId } = command;
  if (staffId === creatorId) return ownCrowdfunding;
  if (status !== 'PENDING') return notPending;
  if (command.type === 'DeclineCrowdfunding')
    return accept({ type: 'CrowdfundingRejected', data: { crowdfundingId } });
  const endDate = daysAfter(command.at, durationDays);
  return accept({ type: 'CrowdfundingApproved', data: { crowdfundingId, startDate: command.at, endDate } });
}

/** Each notice once; of several that are due, as after an outage, the last one. */
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
  if (state.status === 'NONE') return crowdfundingNotFound;
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
        ? refuse('CROWDFUNDING_NOT_EXPIRED', 'The crowdfunding has not expired yet.')
        : accept({ type: 'CrowdfundingExpired', data: { crowdfundingId } });
  }
}

/** The rules of a campaign: approved once, ended once, in one of the ways that exclude each other. */
export const crowdfundingDecider: Decider<CrowdfundingState, CrowdfundingCommand, CrowdfundingEvent> = {
  category: 'crowdfunding',
  initial: noCrowdfunding,
  evolve,
  decide,
};
