import { isPositiveCoins, least, minus } from '../kernel/coins.ts';
import {
  accept,
  type Decider,
  type Decision,
  forbid,
  notFound,
  nothingToDo,
  refuse,
} from '../kernel/decider.ts';
import { entryOf } from '../kernel/layered-map.ts';
import { decideAdjustment } from './adjustments.ts';
import type {
  DonateCoins,
  PurchaseCoins,
  ReceiveCampaignFunds,
  RefundDonation,
  ReinstatePurchase,
  WalletCommand,
  WithdrawPurchase,
} from './commands.ts';
import type { WalletEvent } from './events.ts';
import { impossibleAmount } from './refusals.ts';
import { donationProblem, INSUFFICIENT_COINS, NO_DONATIONS_ACCEPTED, OWN_CROWDFUNDING } from './rules.ts';
import { emptyWallet, evolve, type WalletState } from './state.ts';

type WalletDecision = Decision<WalletEvent>;

function purchase(command: PurchaseCoins, state: WalletState): WalletDecision {
  const { accountId, purchaseId, paymentId, source, amount } = command;
  if (entryOf(state.purchases, paymentId) !== undefined) return nothingToDo;
  if (!isPositiveCoins(amount)) return impossibleAmount;
  const repaid = least(amount, state.owed);
  return accept({
    type: 'CoinsPurchased',
    data: { accountId, purchaseId, paymentId, source, amount, repaid },
  });
}

function donate({ accountId, donationId, amount, target }: DonateCoins, state: WalletState): WalletDecision {
  const { crowdfundingId, creatorId, acceptsDonations } = target;
  const known = entryOf(state.donations, donationId);
  if (known) {
    const same = known.amount === amount && known.crowdfundingId === crowdfundingId;
    return same
      ? nothingToDo
      : refuse('DONATION_ID_REUSED', 'This donation was made before, with other details.');
  }
  if (creatorId === accountId) return refuse('OWN_CROWDFUNDING', OWN_CROWDFUNDING);
  if (!acceptsDonations) return refuse('NO_DONATIONS_ACCEPTED', NO_DONATIONS_ACCEPTED);
  const problem = donationProblem(amount, state.balance);
  if (problem === INSUFFICIENT_COINS) return refuse('INSUFFICIENT_COINS', problem);
  if (problem) return refuse('INVALID_AMOUNT', problem);
  return accept({
    type: 'CoinsDonated',
    data: { accountId, donationId, crowdfundingId, amount, creatorId },
  });
}

function refundDonation(command: RefundDonation, state: WalletState): WalletDecision {
  const { accountId, refundId, donationId, reason } = command;
  const donation = entryOf(state.donations, donationId);
  if (!donation) return notFound('DONATION_NOT_FOUND', 'The donation does not exist.');
  if (donation.refunded) return nothingToDo;
  const { crowdfundingId, amount } = donation;
  const repaid = least(amount, state.owed);
  return accept({
    type: 'DonationRefunded',
    data: { accountId, refundId, donationId, crowdfundingId, reason, amount, repaid },
  });
}

function receiveFunds(command: ReceiveCampaignFunds, state: WalletState): WalletDecision {
  const { accountId, releaseId, crowdfundingId, amount } = command;
  if (entryOf(state.releases, crowdfundingId) !== undefined) return nothingToDo;
  if (!isPositiveCoins(amount)) return impossibleAmount;
  const repaid = least(amount, state.owed);
  return accept({
    type: 'CampaignFundsReceived',
    data: { accountId, releaseId, crowdfundingId, amount, repaid },
  });
}

/** The money is gone at the provider, so it is booked whatever the wallet has; what is missing is owed. */
function withdraw(command: WithdrawPurchase, state: WalletState): WalletDecision {
  const { accountId, withdrawalId, kind, paymentId, providerId, amount } = command;
  if (entryOf(state.withdrawals, providerId)) return nothingToDo;
  if (entryOf(state.purchases, paymentId) === undefined)
    return notFound('PAYMENT_NOT_CREDITED', 'The payment has not been credited to this wallet.');
  if (!isPositiveCoins(amount)) return impossibleAmount;
  const owed = minus(amount, least(amount, state.balance));
  const type = kind === 'refund' ? 'PurchaseRefunded' : 'PurchaseChargedBack';
  return accept({ type, data: { accountId, withdrawalId, paymentId, providerId, amount, owed } });
}

function reinstate(
  { accountId, reversalId, providerId }: ReinstatePurchase,
  state: WalletState,
): WalletDecision {
  const withdrawal = entryOf(state.withdrawals, providerId);
  if (!withdrawal)
    return notFound('WITHDRAWAL_NOT_FOUND', 'The provider has taken nothing back under this id.');
  if (withdrawal.reversed) return nothingToDo;
  const { withdrawalId, paymentId, kind, amount, owed } = withdrawal;
  const repaid = least(amount, state.owed);
  const recovered = least(minus(amount, repaid), least(owed, state.writtenOff));
  const type = kind === 'refund' ? 'PurchaseRefundReversed' : 'ChargebackReversed';
  return accept({
    type,
    data: { accountId, reversalId, withdrawalId, paymentId, providerId, amount, repaid, recovered },
  });
}

function decide(command: WalletCommand, state: WalletState): WalletDecision {
  switch (command.type) {
    case 'PurchaseCoins':
      return purchase(command, state);
    case 'DonateCoins':
      return donate(command, state);
    case 'RefundDonation':
      return refundDonation(command, state);
    case 'ReceiveCampaignFunds':
      return receiveFunds(command, state);
    case 'WithdrawPurchase':
      return withdraw(command, state);
    case 'ReinstatePurchase':
      return reinstate(command, state);
    default:
      return command.staffId === command.accountId
        ? forbid('OWN_WALLET', 'Staff cannot adjust a wallet of their own.')
        : decideAdjustment(command, state);
  }
}

/** The rules of a wallet: it never goes below zero, and whatever is asked of it twice is done once. */
export const walletDecider: Decider<WalletState, WalletCommand, WalletEvent> = {
  category: 'wallet',
  initial: emptyWallet,
  evolve,
  decide,
};
