import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId, Instant } from '../kernel/ids.ts';
import type { CrowdfundingEvent } from './events.ts';

/** Public status of a campaign. An expired campaign is CANCELLED. */
export type CrowdfundingStatus = 'PENDING' | 'ACTIVE' | 'REJECTED' | 'CANCELLED' | 'CLOSED';

/** State of a campaign stream. */
export type CrowdfundingState =
  | { readonly status: 'NONE' }
  | {
      readonly status: CrowdfundingStatus;
      readonly creatorId: AccountId;
      readonly durationDays: number;
      /** Null until the campaign is approved. */
      readonly endDate: Instant | null;
      /** Last announcement of the expiry, in days before the refund; null before the first one. */
      readonly announcedDaysLeft: number | null;
    };

export const INITIAL_CROWDFUNDING: CrowdfundingState = { status: 'NONE' };

const STATUS_AFTER_EVENT = {
  CrowdfundingRejected: 'REJECTED',
  CrowdfundingCancelled: 'CANCELLED',
  CrowdfundingClosed: 'CLOSED',
  CrowdfundingExpired: 'CANCELLED',
} as const;

/**
 * Applies an event to the state of a campaign. Before `CrowdfundingCreated`, other events have no effect.
 * @throws UnknownEvent for an event type from a newer code version
 */
export function evolve(state: CrowdfundingState, event: CrowdfundingEvent): CrowdfundingState {
  if (event.type === 'CrowdfundingCreated') {
    const { creatorId, durationDays } = event.data;
    return { status: 'PENDING', creatorId, durationDays, endDate: null, announcedDaysLeft: null };
  }
  if (event.type === 'CrowdfundingExpiryAnnounced')
    return state.status === 'NONE' ? state : { ...state, announcedDaysLeft: event.data.daysLeft };
  if (event.type !== 'CrowdfundingApproved' && !(event.type in STATUS_AFTER_EVENT))
    return rejectUnknownEvent(event as never);
  if (state.status === 'NONE') return state;
  if (event.type === 'CrowdfundingApproved')
    return { ...state, status: 'ACTIVE', endDate: event.data.endDate };
  return { ...state, status: STATUS_AFTER_EVENT[event.type] };
}

/** Returns whether staff have approved the campaign. Until then, only its creator and staff can see it. */
export const hasStarted = (state: CrowdfundingState): boolean =>
  state.status !== 'NONE' && state.endDate !== null;

/** Returns whether a campaign accepts donations at an instant: it is active and its end date has not been reached. */
export const canReceiveDonations = (state: CrowdfundingState, at: Instant): boolean =>
  state.status === 'ACTIVE' && state.endDate !== null && at < state.endDate;
