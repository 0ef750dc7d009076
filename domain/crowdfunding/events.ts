import type { Coins } from '../kernel/coins.ts';
import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, Instant } from '../kernel/ids.ts';

type Of<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly crowdfundingId: CrowdfundingId } & Data
>;

/**
 * Somebody asks for donations. Title and description are sealed under the creator's key, so that erasing the creator
 * erases them; amounts, dates and ids are the ledger's and stay. The picture is private data under the campaign's id;
 * the event holds its SHA-256 in hexadecimal digits, which shows whether it is still the one that was approved.
 */
export type CrowdfundingCreated = Of<
  'CrowdfundingCreated',
  {
    readonly creatorId: AccountId;
    readonly title: string;
    readonly description: string;
    readonly goalAmount: Coins;
    readonly durationDays: number;
    readonly imageHash: string;
  }
>;
/** Staff let it begin. Donations are accepted from `startDate` until before `endDate`. */
export type CrowdfundingApproved = Of<
  'CrowdfundingApproved',
  { readonly startDate: Instant; readonly endDate: Instant }
>;
/** Staff declined it. */
export type CrowdfundingRejected = Of<'CrowdfundingRejected'>;
/** Its creator or staff cancelled it: every donation goes back. The event's actor says which of them. */
export type CrowdfundingCancelled = Of<'CrowdfundingCancelled'>;
/** Its creator ended it: the raised total is the creator's. */
export type CrowdfundingClosed = Of<'CrowdfundingClosed'>;
/** Its time is over. Unless its creator ends it, every donation goes back at `refundDate`, in so many days. */
export type CrowdfundingExpiryAnnounced = Of<
  'CrowdfundingExpiryAnnounced',
  { readonly creatorId: AccountId; readonly daysLeft: number; readonly refundDate: Instant }
>;
/** Nobody ended it in time: every donation goes back. */
export type CrowdfundingExpired = Of<'CrowdfundingExpired'>;

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
