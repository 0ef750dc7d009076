import type { Coins } from '../kernel/coins.ts';
import type { EventDefinitions, EventsOf } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, Instant } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';

/** Data of the crowdfunding events, in addition to the crowdfunding id. */
interface CrowdfundingEventData {
  /**
   * A campaign was created. Its title and description are encrypted with the creator's key and become unreadable when
   * the creator is erased. Amounts, dates and ids belong to the ledger and are kept. The picture is private data, stored
   * under the campaign id. The hashes in the reference prove that the picture is the one that staff approved.
   */
  readonly CrowdfundingCreated: PictureReference & {
    readonly creatorId: AccountId;
    readonly title: string;
    readonly description: string;
    readonly goalAmount: Coins;
    readonly durationDays: number;
  };
  /** Staff approved the campaign. Donations are accepted from `startDate` (inclusive) to `endDate` (exclusive). */
  readonly CrowdfundingApproved: { readonly startDate: Instant; readonly endDate: Instant };
  /** Staff declined the campaign. */
  readonly CrowdfundingRejected: object;
  /** The creator or staff cancelled the campaign; see the event's actor. All donations are refunded. */
  readonly CrowdfundingCancelled: object;
  /** The creator closed the campaign and receives its total. */
  readonly CrowdfundingClosed: object;
  /** The end date has passed. Unless the creator closes the campaign, all donations are refunded at `refundDate`. */
  readonly CrowdfundingExpiryAnnounced: {
    readonly creatorId: AccountId;
    readonly daysLeft: number;
    readonly refundDate: Instant;
  };
  /** The campaign was neither closed nor cancelled in time. All donations are refunded. */
  readonly CrowdfundingExpired: object;
}

/** An event of a campaign stream. */
export type CrowdfundingEvent = EventsOf<CrowdfundingEventData, { readonly crowdfundingId: CrowdfundingId }>;

export const crowdfundingEvents: EventDefinitions<CrowdfundingEvent> = {
  CrowdfundingCreated: {
    version: 1,
    personal: { fields: ['title', 'description'], owner: 'creatorId' },
  },
  CrowdfundingApproved: { version: 1 },
  CrowdfundingRejected: { version: 1 },
  CrowdfundingCancelled: { version: 1 },
  CrowdfundingClosed: { version: 1 },
  CrowdfundingExpiryAnnounced: { version: 1 },
  CrowdfundingExpired: { version: 1 },
};
