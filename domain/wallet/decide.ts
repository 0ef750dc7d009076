import { isPositiveCoins, minCoins, subtractCoins } from '../kernel/coins.ts';
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
import { getEntry } from '../kernel/persistent-map.ts';
import { decideAdjustment } from './adjustments.ts';
import type { WalletCommand } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { findDonationOutcome } from './payments/planned-donation.ts';
import {
  amountNotPositive,
  checkDonation,
  checkTarget,
  donationIdReused,
  donationNotFound,
  ownWalletAdjusted,
  paymentNotCredited,
  withdrawalNotFound,
} from './rules.ts';
import { evolve, INITIAL_WALLET, type WalletState } from './state.ts';

type WalletDecision = Decision<WalletEvent>;

function purchaseCoins(command: OfType<WalletCommand, 'PurchaseCoins'>, state: WalletState): WalletDecision {
  const { accountId, purchaseId, paymentId, source, amount } = command;
  if (getEntry(state.purchases, paymentId) !== undefined) return noEvents;
  if (!isPositiveCoins(amount)) return refuse(amountNotPositive);
  const repaid = minCoins(amount, state.owed);
  return accept({
    type: 'CoinsPurchased',
    data: { accountId, purchaseId, paymentId, source, amount, repaid },
  });
}

function donateCoins(
  command: OfType<WalletCommand, 'DonateCoins' | 'MakePlannedDonation'>,
  state: WalletState,
): WalletDecision {
  const { accountId, donationId, amount, target, anonymous = false } = command;
  const { crowdfundingId, creatorId } = target;
  const existingDonation = getEntry(state.donations, donationId);
  if (existingDonation) {
    const isSame = existingDonation.amount === amount && existingDonation.crowdfundingId === crowdfundingId;
    return isSame ? noEvents : refuse(donationIdReused);
  }
  const problem = checkTarget(target, accountId) ?? checkDonation(amount, state.balance);
  if (problem) return refuse(problem);
  return accept({
    type: 'CoinsDonated',
    data: {
      accountId,
      donationId,
      crowdfundingId,
      amount,
      creatorId,
      ...(anonymous && { anonymous }),
    },
  });
}

function makePlannedDonation(
  command: OfType<WalletCommand, 'MakePlannedDonation'>,
  state: WalletState,
): WalletDecision {
  const isRefused = getEntry(state.refusedDonations, command.donationId) !== undefined;
  return isRefused ? noEvents : donateCoins(command, state);
}

function refusePlannedDonation(
  { accountId, donationId, crowdfundingId, amount, code }: OfType<WalletCommand, 'RefusePlannedDonation'>,
  state: WalletState,
): WalletDecision {
  if (findDonationOutcome(state, donationId)) return noEvents;
  return accept({
    type: 'PlannedDonationRefused',
    data: { accountId, donationId, crowdfundingId, amount, code },
  });
}

function refundDonation(
  command: OfType<WalletCommand, 'RefundDonation'>,
  state: WalletState,
): WalletDecision {
  const { accountId, refundId, donationId, reason } = command;
  const donation = getEntry(state.donations, donationId);
  if (!donation) return notFound(donationNotFound);
  if (donation.isRefunded) return noEvents;
  const { crowdfundingId, amount } = donation;
  const repaid = minCoins(amount, state.owed);
  return accept({
    type: 'DonationRefunded',
    data: { accountId, refundId, donationId, crowdfundingId, reason, amount, repaid },
  });
}

function receiveCampaignFunds(
  command: OfType<WalletCommand, 'ReceiveCampaignFunds'>,
  state: WalletState,
): WalletDecision {
  const { accountId, releaseId, crowdfundingId, amount } = command;
  if (getEntry(state.releases, crowdfundingId) !== undefined) return noEvents;
  if (!isPositiveCoins(amount)) return refuse(amountNotPositive);
  const repaid = minCoins(amount, state.owed);
  return accept({
    type: 'CampaignFundsReceived',
    data: { accountId, releaseId, crowdfundingId, amount, repaid },
  });
}

/** Books a withdrawal even if it exceeds the balance, because the money has already left. The excess becomes debt. */
function withdrawPurchase(
  command: OfType<WalletCommand, 'WithdrawPurchase'>,
  state: WalletState,
): WalletDecision {
  const { accountId, withdrawalId, kind, paymentId, providerId, amount } = command;
  if (getEntry(state.withdrawals, providerId)) return noEvents;
  if (getEntry(state.purchases, paymentId) === undefined) return notFound(paymentNotCredited);
  if (!isPositiveCoins(amount)) return refuse(amountNotPositive);
  const owed = subtractCoins(amount, minCoins(amount, state.balance));
  const type = kind === 'refund' ? 'PurchaseRefunded' : 'PurchaseChargedBack';
  return accept({ type, data: { accountId, withdrawalId, paymentId, providerId, amount, owed } });
}

function reinstatePurchase(
  { accountId, reversalId, providerId }: OfType<WalletCommand, 'ReinstatePurchase'>,
  state: WalletState,
): WalletDecision {
  const withdrawal = getEntry(state.withdrawals, providerId);
  if (!withdrawal) return notFound(withdrawalNotFound);
  if (withdrawal.isReversed) return noEvents;
  const { withdrawalId, paymentId, kind, amount, owed } = withdrawal;
  const repaid = minCoins(amount, state.owed);
  const recovered = minCoins(subtractCoins(amount, repaid), minCoins(owed, state.writtenOff));
  const type = kind === 'refund' ? 'PurchaseRefundReversed' : 'ChargebackReversed';
  return accept({
    type,
    data: { accountId, reversalId, withdrawalId, paymentId, providerId, amount, repaid, recovered },
  });
}

function decide(command: WalletCommand, state: WalletState): WalletDecision {
  switch (command.type) {
    case 'PurchaseCoins':
      return purchaseCoins(command, state);
    case 'DonateCoins':
      return donateCoins(command, state);
    case 'MakePlannedDonation':
      return makePlannedDonation(command, state);
    case 'RefusePlannedDonation':
      return refusePlannedDonation(command, state);
    case 'RefundDonation':
      return refundDonation(command, state);
    case 'ReceiveCampaignFunds':
      return receiveCampaignFunds(command, state);
    case 'WithdrawPurchase':
      return withdrawPurchase(command, state);
    case 'ReinstatePurchase':
      return reinstatePurchase(command, state);
    default:
      return command.staffId === command.accountId
        ? forbid(ownWalletAdjusted)
        : decideAdjustment(command, state);
  }
}

/** Decider for wallets. The balance is never negative, and repeated commands have no effect. */
export const walletDecider: Decider<WalletState, WalletCommand, WalletEvent> = {
  category: 'wallet',
  initial: INITIAL_WALLET,
  evolve,
  decide,
};
