import {
  accept,
  type Decider,
  type Decision,
  forbid,
  notFound,
  nothingToDo,
  refuse,
} from '../kernel/decider.ts';
import type {
  ApproveCrowdfunding,
  CancelCrowdfunding,
  CloseCrowdfunding,
  CreateCrowdfunding,
  CrowdfundingCommand,
  DeclineCrowdfunding,
} from './commands.ts';
import type { CrowdfundingEvent } from './events.ts';
import { crowdfundingProblem, daysAfter, expiryOf, missingCrowdfunding } from './rules.ts';
import { type CrowdfundingState, evolve, noCrowdfunding } from './state.ts';

type Existing = Exclude<CrowdfundingState, { status: 'NONE' }>;
type CrowdfundingDecision = Decision<CrowdfundingEvent>;

const crowdfundingNotFound = notFound(missingCrowdfunding.code, missingCrowdfunding.message);

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

/** Its creator gives up. Each end excludes the other for ever; asking for the same one again changes nothing. */
function cancel(
  { crowdfundingId, accountId }: CancelCrowdfunding,
  { status, creatorId }: Existing,
): CrowdfundingDecision {
  if (accountId !== creatorId) return notTheCreator('cancel');
  if (status === 'CANCELLED') return nothingToDo;
  return status === 'ACTIVE' || status === 'PENDING'
    ? accept({ type: 'CrowdfundingCancelled', data: { crowdfundingId } })
    : refuse('CROWDFUNDING_ENDED', 'Only a pending or active crowdfunding can be cancelled.');
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

/** Staff let it begin, or do not. */
function review(
  command: ApproveCrowdfunding | DeclineCrowdfunding,
  { status, durationDays }: Existing,
): CrowdfundingDecision {
  const { crowdfundingId } = command;
  if (status !== 'PENDING') return notPending;
  if (command.type === 'DeclineCrowdfunding')
    return accept({ type: 'CrowdfundingRejected', data: { crowdfundingId } });
  const endDate = daysAfter(command.at, durationDays);
  return accept({ type: 'CrowdfundingApproved', data: { crowdfundingId, startDate: command.at, endDate } });
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
      return cancel(command, state);
    case 'CloseCrowdfunding':
      return close(command, state);
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
