import type { Coins } from '../kernel/coins.ts';
import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, Instant } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';

type EventOf<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly crowdfundingId: CrowdfundingId } & Data
>;

/**
 * A campaign was created. Its title and description are encrypted with the creator's key and become unreadable when the
 * creator is erased. Amounts, dates and ids belong to the ledger and are kept. The picture is private data, stored
 * under the campaign id. The hashes in the reference prove that the picture is the one that staff approved.
 */
export type CrowdfundingCreated = EventOf<
  'CrowdfundingCreated',
  {
    readonly creatorId: AccountId;
    readonly title: string;
    readonly description: string;
    readonly goalAmount: Coins;
    readonly durationDays: number;
  } & PictureReference
>;
/** Staff approved the campaign. Donations are accepted from `startDate` (inclusive) to `endDate` (exclusive). */
export type CrowdfundingApproved = EventOf<
  'CrowdfundingApproved',
  { readonly startDate: Instant; readonly endDate: Instant }
>;
/** Staff declined the campaign. */
export type CrowdfundingRejected = EventOf<'CrowdfundingRejected'>;
/** The creator or staff cancelled the campaign; see the event's actor. All donations are refunded. */
export type CrowdfundingCancelled = EventOf<'CrowdfundingCancelled'>;
/** The creator closed the campaign and receives its total. */
export type CrowdfundingClosed = EventOf<'CrowdfundingClosed'>;
/** The end date has passed. Unless the creator closes the campaign, all donations are refunded at `refundDate`. */
export type CrowdfundingExpiryAnnounced = EventOf<
  'CrowdfundingExpiryAnnounced',
  { readonly creatorId: AccountId; readonly daysLeft: number; readonly refundDate: Instant }
>;
/** The campaign was neither closed nor cancelled in time. All donations are refunded. */
export type CrowdfundingExpired = EventOf<'CrowdfundingExpired'>;

export type CrowdfundingEvent =
  | CrowdfundingCreated
  | CrowdfundingApproved
  | CrowdfundingRejected
  | CrowdfundingCancelled
  | CrowdfundingClosed
  | CrowdfundingExpiryAnnounced
  | CrowdfundingExpired;

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
