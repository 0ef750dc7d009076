import type { Coins } from '../kernel/coins.ts';
import type { OfType, Position } from '../kernel/event.ts';
import {
  type AccountId,
  type CrowdfundingId,
  type DonationId,
  deriveCounterpartId,
  type Instant,
  type Uuid,
} from '../kernel/ids.ts';
import type { WalletCommand } from '../wallet/commands.ts';
import type { RefundReason } from '../wallet/events.ts';

/** Destination of a campaign's escrow: undecided, refund to all donors, or release to the creator. */
export type CrowdfundingOutcome = 'OPEN' | 'REFUND' | 'RELEASE';

/** State of a campaign's settlement, also before its end. */
export interface CrowdfundingSettlement {
  readonly id: CrowdfundingId;
  readonly creator: AccountId;
  readonly outcome: CrowdfundingOutcome;
  /** Reason for refunding donations made before the end; null if they are not refunded. */
  readonly reason: RefundReason | null;
  /** Log position of the campaign's end; null if it has not ended. Donations after this position are late. */
  readonly endPosition: Position | null;
  readonly endedAt: Instant | null;
  /** Date of the automatic refund; null until the campaign is approved. */
  readonly expiresAt: Instant | null;
  /** When the automatic refund is next announced to the creator; null if there are no more announcements. */
  readonly nextExpiryAnnouncementAt: Instant | null;
  readonly donated: Coins;
  readonly donations: number;
  readonly refunded: Coins;
  readonly refunds: number;
  readonly released: Coins;
}

/** Row of a donation that has not been refunded. */
export type HeldDonation = {
  readonly id: DonationId;
  readonly crowdfunding: CrowdfundingId;
  readonly donor: AccountId;
  readonly amount: Coins;
  readonly position: Position;
  readonly made: Instant;
};

/** Returns whether the campaign ended after the donation. If so, the campaign's outcome applies to the donation. */
const hasEndedAfter = ({ endPosition }: CrowdfundingSettlement, { position }: HeldDonation): boolean =>
  endPosition !== null && position < endPosition;

/** Returns the reason for refunding a held donation, or null. A donation made after the end is late. */
function findRefundReason(crowdfunding: CrowdfundingSettlement, donation: HeldDonation): RefundReason | null {
  if (crowdfunding.outcome === 'OPEN') return null;
  if (!hasEndedAfter(crowdfunding, donation)) return 'late';
  return crowdfunding.outcome === 'REFUND' ? crowdfunding.reason : null;
}

/** A command for a wallet. Its id is derived from the donation or campaign, so repeating the command has no effect. */
export interface SettlementCommand {
  readonly commandId: Uuid;
  readonly command: OfType<WalletCommand, 'RefundDonation' | 'ReceiveCampaignFunds'>;
}

/** Returns the refund of a held donation if it is due, otherwise null. */
export function findDueRefund(
  crowdfunding: CrowdfundingSettlement,
  donation: HeldDonation,
): SettlementCommand | null {
  const reason = findRefundReason(crowdfunding, donation);
  if (!reason) return null;
  const { id: donationId, donor: accountId } = donation;
  const refundId = deriveCounterpartId(donationId);
  return {
    commandId: refundId,
    command: { type: 'RefundDonation', accountId, refundId, donationId, reason },
  };
}

/** Returns the id of a campaign's release. A campaign has at most one. */
export const deriveReleaseId = ({ id }: CrowdfundingSettlement): Uuid => deriveCounterpartId(id);

/**
 * Returns the release of a closed campaign if it is due, otherwise null.
 * @param amount exact sum of the campaign's donations before its end
 */
export function findDueRelease(
  crowdfunding: CrowdfundingSettlement,
  amount: Coins,
): SettlementCommand | null {
  if (crowdfunding.outcome !== 'RELEASE' || crowdfunding.released > 0 || amount === 0) return null;
  const { id: crowdfundingId, creator: accountId } = crowdfunding;
  const releaseId = deriveReleaseId(crowdfunding);
  return {
    commandId: releaseId,
    command: { type: 'ReceiveCampaignFunds', accountId, releaseId, crowdfundingId, amount },
  };
}

/** Returns the total number of donations to refund and the number already refunded. */
export const getRefundProgress = ({ outcome, donations, refunds }: CrowdfundingSettlement) => ({
  total: outcome === 'REFUND' ? donations : refunds,
  done: refunds,
});

/** Returns the coins that a campaign holds in escrow. */
export const getEscrowBalance = ({ donated, refunded, released }: CrowdfundingSettlement): Coins =>
  donated - refunded - released;
