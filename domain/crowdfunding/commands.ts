import type { CommandsOf } from '../kernel/decider.ts';
import type { AccountId, CrowdfundingId, Instant } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';
import type { CrowdfundingForm } from './rules.ts';

/**
 * Fields of the campaign commands, in addition to the crowdfunding id. The policy has already checked the roles of
 * creators and staff.
 */
interface CrowdfundingCommandFields {
  readonly CreateCrowdfunding: CrowdfundingForm & PictureReference & { readonly creatorId: AccountId };
  /** The campaign's duration starts at `at`. */
  readonly ApproveCrowdfunding: { readonly staffId: AccountId; readonly at: Instant };
  readonly DeclineCrowdfunding: { readonly staffId: AccountId };
  /** Sent by `accountId`, who must be the creator. */
  readonly CancelCrowdfunding: { readonly accountId: AccountId };
  /** Sent by a staff member. */
  readonly CancelCrowdfundingAsStaff: object;
  /** Sent by the system after staff ordered the cancellation of a banned creator's campaigns. */
  readonly CancelCrowdfundingOfBanned: object;
  /** Sent by `accountId`, who must be the creator. */
  readonly CloseCrowdfunding: { readonly accountId: AccountId };
  /** Sent by the system after the end date. Notifies the creator about the date of the automatic refund. */
  readonly AnnounceExpiry: { readonly at: Instant };
  /** Sent by the system when the campaign expires. */
  readonly ExpireCrowdfunding: { readonly at: Instant };
}

/** A command to a campaign stream. */
export type CrowdfundingCommand = CommandsOf<
  CrowdfundingCommandFields,
  { readonly crowdfundingId: CrowdfundingId }
>;
