import type { Coins } from '../kernel/coins.ts';
import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, Instant } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';

type EventOf<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly crowdfundingId: CrowdfundingId } & Data
>;

/**
 * A campaign was created. Title and description are encrypted with the creator's key, so erasing the creator
 * erases them; amounts, dates and ids belong to the ledger and are kept. The picture is private data under
 * the campaign's id. The hashes of the reference prove that the picture is the approved one.
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
/** Staff approved it. Donations are accepted from `startDate` (inclusive) to `endDate` (exclusive). */
export type CrowdfundingApproved = EventOf<
  'CrowdfundingApproved',
  { readonly startDate: Instant; readonly endDate: Instant }
>;
/** Staff declined it. */
export type CrowdfundingRejected = EventOf<'CrowdfundingRejected'>;
/** Its creator or staff cancelled it; see the event's actor. All donations are refunded. */
export type CrowdfundingCancelled = EventOf<'CrowdfundingCancelled'>;
/** Its creator closed it and receives the total. */
export type CrowdfundingClosed = EventOf<'CrowdfundingClosed'>;
/** Its end date has passed. Unless its creator closes it, all donations are refunded at `refundDate`. */
export type CrowdfundingExpiryAnnounced = EventOf<
  'CrowdfundingExpiryAnnounced',
  { readonly creatorId: AccountId; readonly daysLeft: number; readonly refundDate: Instant }
>;
/** It was neither closed nor cancelled in time. All donations are refunded. */
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
