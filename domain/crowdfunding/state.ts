import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId, Instant } from '../kernel/ids.ts';
import type { CrowdfundingEvent } from './events.ts';

/** Where a campaign stands, as everybody sees it. One that expired is CANCELLED like one that its creator gave up. */
export type CrowdfundingStatus = 'PENDING' | 'ACTIVE' | 'REJECTED' | 'CANCELLED' | 'CLOSED';

/** What the decisions about a campaign need of its past. */
export type CrowdfundingState =
  | { readonly status: 'NONE' }
  | {
      readonly status: CrowdfundingStatus;
      readonly creatorId: AccountId;
      readonly durationDays: number;
      /** Null until it is approved. */
      readonly endDate: Instant | null;
      /** Days before the refund of the last notice that the time is over; null before the first one. */
      readonly announced: number | null;
    };

export const noCrowdfunding: CrowdfundingState = { status: 'NONE' };

const STATUS_AFTER = {
  CrowdfundingRejected: 'REJECTED',
  CrowdfundingCancelled: 'CANCELLED',
  CrowdfundingClosed: 'CLOSED',
  CrowdfundingExpired: 'CANCELLED',
} as const;

export function evolve(state: CrowdfundingState, event: CrowdfundingEvent): CrowdfundingState {
  if (event.type === 'CrowdfundingCreated') {
    const { creatorId, durationDays } = event.data;
    return { status: 'PENDING', creatorId, durationDays, endDate: null, announced: null };
  }
  if (event.type === 'CrowdfundingExpiryAnnounced')
    return state.status === 'NONE' ? state : { ...state, announced: event.data.daysLeft };
  if (event.type !== 'CrowdfundingApproved' && !(event.type in STATUS_AFTER))
    return rejectUnknownEvent(event as never);
  if (state.status === 'NONE') return state;
  if (event.type === 'CrowdfundingApproved')
    return { ...state, status: 'ACTIVE', endDate: event.data.endDate };
  return { ...state, status: STATUS_AFTER[event.type] };
}

/** Whether staff ever let it begin. Until then it is visible to its creator and to staff only. */
export const hasBegun = (state: CrowdfundingState): boolean =>
  state.status !== 'NONE' && state.endDate !== null;

/** Whether a campaign takes donations at this instant: while it is active and its end date has not come. */
export const acceptsDonations = (state: CrowdfundingState, at: Instant): boolean =>
  state.status === 'ACTIVE' && state.endDate !== null && at < state.endDate;
