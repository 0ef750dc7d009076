import {
  accept,
  type Decider,
  type Decision,
  forbid,
  noEvents,
  notFound,
  refuse,
} from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import { createFieldPicker } from '../kernel/field-picker.ts';
import { addDays, type CrowdfundingId } from '../kernel/ids.ts';
import type { CrowdfundingCommand } from './commands.ts';
import type { CrowdfundingEvent } from './events.ts';
import {
  checkCrowdfundingForm,
  crowdfundingEnded,
  crowdfundingNotActive,
  crowdfundingNotExpired,
  crowdfundingNotFound,
  crowdfundingNotPending,
  findDueExpiryAnnouncement,
  getExpiryDate,
  onlyCreatorCancels,
  onlyCreatorCloses,
  ownCrowdfunding,
} from './rules.ts';
import { type CrowdfundingState, evolve, INITIAL_CROWDFUNDING } from './state.ts';

type ExistingCrowdfunding = Exclude<CrowdfundingState, { status: 'NONE' }>;
type CrowdfundingDecision = Decision<CrowdfundingEvent>;

const pickCrowdfunding = createFieldPicker<OfType<CrowdfundingEvent, 'CrowdfundingCreated'>['data']>({
  crowdfundingId: true,
  creatorId: true,
  title: true,
  description: true,
  goalAmount: true,
  durationDays: true,
  imageHash: true,
  image: true,
});

function createCrowdfunding(
  command: OfType<CrowdfundingCommand, 'CreateCrowdfunding'>,
  state: CrowdfundingState,
): CrowdfundingDecision {
  if (state.status !== 'NONE') return noEvents;
  const problem = checkCrowdfundingForm(command);
  if (problem) return refuse(problem);
  return accept({ type: 'CrowdfundingCreated', data: pickCrowdfunding(command) });
}

/** Cancels a campaign. Has no effect if it is already cancelled. Closed and rejected campaigns cannot be cancelled. */
function cancelCrowdfunding(
  crowdfundingId: CrowdfundingId,
  { status }: ExistingCrowdfunding,
): CrowdfundingDecision {
  if (status === 'CANCELLED') return noEvents;
  return status === 'ACTIVE' || status === 'PENDING'
    ? accept({ type: 'CrowdfundingCancelled', data: { crowdfundingId } })
    : refuse(crowdfundingEnded);
}

const cancelAsCreator = (
  { crowdfundingId, accountId }: OfType<CrowdfundingCommand, 'CancelCrowdfunding'>,
  state: ExistingCrowdfunding,
): CrowdfundingDecision =>
  accountId === state.creatorId ? cancelCrowdfunding(crowdfundingId, state) : forbid(onlyCreatorCancels);

/** Cancels a campaign because its creator was banned. Skips campaigns that have already ended. */
function cancelForBan(crowdfundingId: CrowdfundingId, state: ExistingCrowdfunding): CrowdfundingDecision {
  const isOver = state.status === 'CLOSED' || state.status === 'REJECTED';
  return isOver ? noEvents : cancelCrowdfunding(crowdfundingId, state);
}

function closeCrowdfunding(
  { crowdfundingId, accountId }: OfType<CrowdfundingCommand, 'CloseCrowdfunding'>,
  { status, creatorId }: ExistingCrowdfunding,
): CrowdfundingDecision {
  if (accountId !== creatorId) return forbid(onlyCreatorCloses);
  if (status === 'CLOSED') return noEvents;
  return status === 'ACTIVE'
    ? accept({ type: 'CrowdfundingClosed', data: { crowdfundingId } })
    : refuse(crowdfundingNotActive);
}

/** Approves or declines a campaign. Staff cannot review their own campaigns. */
function reviewCrowdfunding(
  command: OfType<CrowdfundingCommand, 'ApproveCrowdfunding' | 'DeclineCrowdfunding'>,
  { status, creatorId, durationDays }: ExistingCrowdfunding,
): CrowdfundingDecision {
  const { crowdfundingId, staffId } = command;
  if (staffId === creatorId) return forbid(ownCrowdfunding);
  if (status !== 'PENDING') return refuse(crowdfundingNotPending);
  if (command.type === 'DeclineCrowdfunding')
    return accept({ type: 'CrowdfundingRejected', data: { crowdfundingId } });
  const endDate = addDays(command.at, durationDays);
  return accept({ type: 'CrowdfundingApproved', data: { crowdfundingId, startDate: command.at, endDate } });
}

/** Announces the expiry. If several announcements are due, for example after an outage, records only the last. */
function announceExpiry(
  { crowdfundingId, at }: OfType<CrowdfundingCommand, 'AnnounceExpiry'>,
  state: ExistingCrowdfunding,
): CrowdfundingDecision {
  const { status, creatorId, endDate, announcedDaysLeft } = state;
  if (status !== 'ACTIVE' || endDate === null) return noEvents;
  const refundDate = getExpiryDate(endDate);
  const daysLeft = findDueExpiryAnnouncement(refundDate, at);
  if (daysLeft === null || (announcedDaysLeft !== null && daysLeft >= announcedDaysLeft)) return noEvents;
  return accept({
    type: 'CrowdfundingExpiryAnnounced',
    data: { crowdfundingId, creatorId, daysLeft, refundDate },
  });
}

function decide(command: CrowdfundingCommand, state: CrowdfundingState): CrowdfundingDecision {
  if (command.type === 'CreateCrowdfunding') return createCrowdfunding(command, state);
  if (state.status === 'NONE') return notFound(crowdfundingNotFound);
  const { crowdfundingId } = command;
  switch (command.type) {
    case 'ApproveCrowdfunding':
    case 'DeclineCrowdfunding':
      return reviewCrowdfunding(command, state);
    case 'CancelCrowdfunding':
      return cancelAsCreator(command, state);
    case 'CancelCrowdfundingAsStaff':
      return cancelCrowdfunding(crowdfundingId, state);
    case 'CancelCrowdfundingOfBanned':
      return cancelForBan(crowdfundingId, state);
    case 'CloseCrowdfunding':
      return closeCrowdfunding(command, state);
    case 'AnnounceExpiry':
      return announceExpiry(command, state);
    case 'ExpireCrowdfunding':
      if (state.status !== 'ACTIVE' || state.endDate === null) return noEvents;
      return command.at < getExpiryDate(state.endDate)
        ? refuse(crowdfundingNotExpired)
        : accept({ type: 'CrowdfundingExpired', data: { crowdfundingId } });
  }
}

/** Decider for campaigns. A campaign is reviewed once and ends once. */
export const crowdfundingDecider: Decider<CrowdfundingState, CrowdfundingCommand, CrowdfundingEvent> = {
  category: 'crowdfunding',
  initial: INITIAL_CROWDFUNDING,
  evolve,
  decide,
};
