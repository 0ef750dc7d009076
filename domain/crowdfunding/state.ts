import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { AccountId, Instant } from '../kernel/ids.ts';
import type { CrowdfundingEvent } from './events.ts';

/** Public status of a campaign. An expired campaign is CANCELLED. */
export type CrowdfundingStatus = 'PENDING' | 'ACTIVE' | 'REJECTED' | 'CANCELLED' | 'CLOSED';

interface CreatedCrowdfunding {
  readonly status: CrowdfundingStatus;
  readonly creatorId: AccountId;
  readonly durationDays: number;
  /** Null until the campaign is approved. */
  readonly endDate: Instant | null;
  /** Last announcement of the expiry, in days before the refund; null before the first one. */
  readonly announcedDaysLeft: number | null;
}

/** State of a campaign stream. */
export type CrowdfundingState = { readonly status: 'NONE' } | CreatedCrowdfunding;

export const INITIAL_CROWDFUNDING: CrowdfundingState = { status: 'NONE' };

const changeState = (state: CrowdfundingState, changes: Partial<CreatedCrowdfunding>): CrowdfundingState =>
  state.status === 'NONE' ? state : { ...state, ...changes };

/**
 * Applies an event to the state of a campaign. Before `CrowdfundingCreated`, other events have no effect.
 * @throws UnknownEvent for an event type from a newer code version
 */
export function evolve(state: CrowdfundingState, event: CrowdfundingEvent): CrowdfundingState {
  switch (event.type) {
    case 'CrowdfundingCreated': {
      const { creatorId, durationDays } = event.data;
      return { status: 'PENDING', creatorId, durationDays, endDate: null, announcedDaysLeft: null };
    }
    case 'CrowdfundingApproved':
      return changeState(state, { status: 'ACTIVE', endDate: event.data.endDate });
    case 'CrowdfundingRejected':
      return changeState(state, { status: 'REJECTED' });
    case 'CrowdfundingCancelled':
    case 'CrowdfundingExpired':
      return changeState(state, { status: 'CANCELLED' });
    case 'CrowdfundingClosed':
      return changeState(state, { status: 'CLOSED' });
    case 'CrowdfundingExpiryAnnounced':
      return changeState(state, { announcedDaysLeft: event.data.daysLeft });
    default:
      return rejectUnknownEvent(event);
  }
}

/** Returns whether staff have approved the campaign. Until then, only its creator and staff can see it. */
export const hasStarted = (state: CrowdfundingState): boolean =>
  state.status !== 'NONE' && state.endDate !== null;

/** Returns whether a campaign accepts donations at an instant: it is active and its end date has not been reached. */
export const canReceiveDonations = (state: CrowdfundingState, at: Instant): boolean =>
  state.status === 'ACTIVE' && state.endDate !== null && at < state.endDate;
