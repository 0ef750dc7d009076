import { given } from '../../test/support/given.ts';
import type { OfType } from '../kernel/event.ts';
import type { WalletCommand } from './commands.ts';
import { walletDecider } from './decide.ts';
import type { WalletEvent } from './events.ts';

const accountId = '01980000-0000-7000-8000-000000000001';
const creatorId = '01980000-0000-7000-8000-000000000002';
const staffId = '01980000-0000-7000-8000-000000000003';
const otherStaffId = '01980000-0000-7000-8000-000000000004';
const crowdfundingId = '01980000-0000-7000-8000-00000000000c';
const donationId = '01980000-0000-7000-8000-0000000000d0';
const refundId = '01980000-0000-7000-8000-ffffffffff2f';
const purchaseId = '01980000-0000-7000-8000-0000000000a0';
const releaseId = '01980000-0000-7000-8000-fffffffffff3';
const withdrawalId = '01980000-0000-7000-8000-0000000000b0';
const reversalId = '01980000-0000-7000-8000-0000000000b1';
const adjustmentId = '01980000-0000-7000-8000-0000000000e0';
const paymentId = 'pi_1';

const purchased = (amount: number, repaid = 0, id = paymentId): WalletEvent => ({
  type: 'CoinsPurchased',
  data: { accountId, purchaseId, paymentId: id, source: 'clearing', amount, repaid },
});
const donated = (amount: number): WalletEvent => ({
  type: 'CoinsDonated',
  data: { accountId, donationId, crowdfundingId, amount, creatorId },
});
const refunded = (amount: number, repaid = 0): WalletEvent => ({
  type: 'DonationRefunded',
  data: { accountId, refundId, donationId, crowdfundingId, reason: 'cancelled', amount, repaid },
});
const withdrawal = { accountId, withdrawalId, paymentId, providerId: 'dp_1' };
const chargedBack = (amount: number, owed = 0): WalletEvent => ({
  type: 'PurchaseChargedBack',
  data: { ...withdrawal, amount, owed },
});
const reinstated = (amount: number, repaid: number, recovered = 0): WalletEvent => ({
  type: 'ChargebackReversed',
  data: { ...withdrawal, reversalId, amount, repaid, recovered },
});
const proposed = (kind: 'CREDIT' | 'DEBIT' | 'WRITE_OFF', amount: number): WalletEvent => ({
  type: 'AdjustmentProposed',
  data: { accountId, adjustmentId, kind, amount, proposedBy: staffId },
});
const approvalData = { accountId, adjustmentId, proposedBy: staffId, approvedBy: otherStaffId };
const adjusted = (direction: 'CREDIT' | 'DEBIT', amount: number, repaid = 0): WalletEvent => ({
  type: 'BalanceAdjusted',
  data: { ...approvalData, direction, amount, repaid },
});
const writtenOff = (amount: number): WalletEvent => ({
  type: 'ReceivableWrittenOff',
  data: { ...approvalData, amount },
});
const declined: WalletEvent = {
  type: 'AdjustmentDeclined',
  data: { accountId, adjustmentId, declinedBy: otherStaffId },
};

const wallet = (...events: readonly WalletEvent[]) => given(walletDecider, ...events);

const INSUFFICIENT =
  'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.';
const NOT_POSITIVE = 'The amount must be a whole, positive number of kindracoins.';

describe('buying', () => {
  const purchase = (amount: number): OfType<WalletCommand, 'PurchaseCoins'> => ({
    type: 'PurchaseCoins',
    accountId,
    purchaseId,
    paymentId,
    source: 'clearing',
    amount,
  });

  test('credits the wallet', () => wallet().when(purchase(500)).leadsTo(purchased(500)));
  test('credits a payment once, even after later events', () =>
    wallet(purchased(500), donated(500)).when(purchase(500)).leadsToNothing());
  test('credits any amount that was paid', () => wallet().when(purchase(1)).leadsTo(purchased(1)));
  test('settles the debt first', () =>
    wallet(purchased(300, 0, 'pi_0'), donated(300), chargedBack(300, 300))
      .when(purchase(500))
      .leadsTo(purchased(500, 300)));
  test('settles part of the debt', () =>
    wallet(purchased(300, 0, 'pi_0'), donated(300), chargedBack(300, 300))
      .when(purchase(100))
      .leadsTo(purchased(100, 100)));
  test.each([0, -1, 0.5])('rejects %d coins', (amount) =>
    wallet().when(purchase(amount)).isRejected(NOT_POSITIVE),
  );
});

describe('donating', () => {
  const target = { crowdfundingId, creatorId, acceptsDonations: true };
  const donate = (
    amount: number,
    changes: Partial<typeof target> = {},
  ): OfType<WalletCommand, 'DonateCoins'> => ({
    type: 'DonateCoins',
    accountId,
    donationId,
    amount,
    target: { ...target, ...changes },
  });
  const givenCoins = () => wallet(purchased(500));

  test('takes the coins from the wallet', () => givenCoins().when(donate(1)).leadsTo(donated(1)));
  test('accepts the whole balance', () => givenCoins().when(donate(500)).leadsTo(donated(500)));
  test('rejects more than the balance', () => givenCoins().when(donate(501)).isRejected(INSUFFICIENT));
  test('rejects a donation from an empty wallet', () => wallet().when(donate(1)).isRejected(INSUFFICIENT));
  test.each([0, -5])('rejects %d coins', (amount) =>
    givenCoins().when(donate(amount)).isRejected('The minimum donation amount is 1 kindracoin.'),
  );
  test.each([1.5, Number.NaN])('rejects %d coins, which is not a whole number', (amount) =>
    givenCoins().when(donate(amount)).isRejected('The amount must be a whole number of kindracoins.'),
  );
  test('rejects a donation to oneself', () =>
    givenCoins()
      .when(donate(1, { creatorId: accountId }))
      .isRejected('You cannot donate to your own crowdfunding.'));
  test('rejects a donation to a crowdfunding that accepts none', () =>
    givenCoins()
      .when(donate(1, { acceptsDonations: false }))
      .isRejected('This crowdfunding does not accept donations.'));
  test('is idempotent in any state of the crowdfunding', () => {
    const repeatedCommand = donate(500, { acceptsDonations: false });
    wallet(purchased(500), donated(500)).when(repeatedCommand).leadsToNothing();
    wallet(purchased(500), donated(500), refunded(500)).when(repeatedCommand).leadsToNothing();
  });
  test('rejects another donation with the same id', () => {
    const reused = 'This donation was made before, with other details.';
    wallet(purchased(500), donated(5)).when(donate(6)).isRejected(reused);
    wallet(purchased(500), donated(5))
      .when(donate(5, { crowdfundingId: creatorId }))
      .isRejected(reused);
  });
});

describe('a planned donation', () => {
  const target = { crowdfundingId, creatorId, acceptsDonations: true };
  const plan = { type: 'MakePlannedDonation', accountId, donationId, amount: 500, target } as const;
  const notMade = {
    type: 'PlannedDonationRefused',
    data: { accountId, donationId, crowdfundingId, amount: 500, code: 'INSUFFICIENT_COINS' },
  } as const;

  test('takes the coins from the wallet', () => wallet(purchased(500)).when(plan).leadsTo(donated(500)));
  const refusal = { ...notMade.data, type: 'RefusePlannedDonation' } as const;

  test('is rejected when the coins are missing', () =>
    wallet()
      .when(plan)
      .isRejected(
        'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.',
      ));
  test('is refused permanently', () => {
    wallet().when(refusal).leadsTo(notMade);
    wallet(notMade).when(refusal).leadsToNothing();
    wallet(notMade, purchased(500)).when(plan).leadsToNothing();
  });
  test('is not refused after it was made', () =>
    wallet(purchased(500), donated(500)).when(refusal).leadsToNothing());
});

describe('refunding a donation', () => {
  const refund = { type: 'RefundDonation', accountId, refundId, donationId, reason: 'cancelled' } as const;

  test('returns the whole donation', () =>
    wallet(purchased(500), donated(200)).when(refund).leadsTo(refunded(200)));
  test('is idempotent', () =>
    wallet(purchased(500), donated(200), refunded(200))
      .when({ ...refund, reason: 'late' })
      .leadsToNothing());
  test('settles the debt first', () =>
    wallet(purchased(500), donated(500), chargedBack(500, 500)).when(refund).leadsTo(refunded(500, 500)));
  test('rejects an unknown donation', () =>
    wallet(purchased(500)).when(refund).isRejected('The donation does not exist.'));
});

describe('receiving the raised total', () => {
  const receive = {
    type: 'ReceiveCampaignFunds',
    accountId,
    releaseId,
    crowdfundingId,
    amount: 900,
  } as const;
  const received: WalletEvent = {
    type: 'CampaignFundsReceived',
    data: { accountId, releaseId, crowdfundingId, amount: 900, repaid: 0 },
  };

  test('credits the wallet', () => wallet().when(receive).leadsTo(received));
  test('happens once per crowdfunding', () => wallet(received).when(receive).leadsToNothing());
  test('rejects zero coins', () =>
    wallet()
      .when({ ...receive, amount: 0 })
      .isRejected(NOT_POSITIVE));
});

describe('what the provider takes back', () => {
  type WithdrawPurchase = OfType<WalletCommand, 'WithdrawPurchase'>;

  const withdraw = (changes: Partial<WithdrawPurchase> = {}): WithdrawPurchase => ({
    type: 'WithdrawPurchase',
    ...withdrawal,
    kind: 'chargeback',
    amount: 300,
    ...changes,
  });

  test('is taken from the wallet', () => wallet(purchased(500)).when(withdraw()).leadsTo(chargedBack(300)));
  test('may be a refund', () =>
    wallet(purchased(500))
      .when(withdraw({ kind: 'refund' }))
      .leadsTo({ type: 'PurchaseRefunded', data: { ...withdrawal, amount: 300, owed: 0 } }));
  test('is a debt as far as the balance is too low', () =>
    wallet(purchased(500), donated(400)).when(withdraw()).leadsTo(chargedBack(300, 200)));
  test('is wholly a debt for an empty wallet', () =>
    wallet(purchased(500), donated(500)).when(withdraw()).leadsTo(chargedBack(300, 300)));
  test('is idempotent', () =>
    wallet(purchased(500), chargedBack(300))
      .when(withdraw({ kind: 'refund' }))
      .leadsToNothing());
  test('rejects a payment of another wallet', () =>
    wallet(purchased(500))
      .when(withdraw({ paymentId: 'pi_2' }))
      .isRejected('The payment has not been credited to this wallet.'));
  test('rejects zero coins', () =>
    wallet(purchased(500))
      .when(withdraw({ amount: 0 }))
      .isRejected(NOT_POSITIVE));
});

describe('what the provider gives back', () => {
  const reinstate: WalletCommand = { type: 'ReinstatePurchase', accountId, reversalId, providerId: 'dp_1' };
  const inDebt = [purchased(500), donated(400), chargedBack(300, 200)];

  test('returns to the wallet', () =>
    wallet(purchased(500), chargedBack(300)).when(reinstate).leadsTo(reinstated(300, 0)));
  test('settles the debt first', () =>
    wallet(...inDebt)
      .when(reinstate)
      .leadsTo(reinstated(300, 200)));
  test('recovers what was written off', () =>
    wallet(...inDebt, proposed('WRITE_OFF', 150), writtenOff(150))
      .when(reinstate)
      .leadsTo(reinstated(300, 50, 150)));
  test('recovers only what remains after the debt is settled', () =>
    wallet(purchased(500), donated(500), chargedBack(300, 300), proposed('WRITE_OFF', 300), writtenOff(300), {
      type: 'PurchaseChargedBack',
      data: { ...withdrawal, providerId: 'dp_2', amount: 200, owed: 200 },
    })
      .when(reinstate)
      .leadsTo(reinstated(300, 200, 100)));
  test('does not recover a write-off of another withdrawal', () =>
    wallet(
      purchased(500),
      { type: 'PurchaseChargedBack', data: { ...withdrawal, providerId: 'dp_2', amount: 400, owed: 0 } },
      chargedBack(100),
      { type: 'PurchaseChargedBack', data: { ...withdrawal, providerId: 'dp_3', amount: 50, owed: 50 } },
      proposed('WRITE_OFF', 50),
      writtenOff(50),
    )
      .when(reinstate)
      .leadsTo(reinstated(100, 0, 0)));
  test('is idempotent', () =>
    wallet(purchased(500), chargedBack(300), reinstated(300, 0)).when(reinstate).leadsToNothing());
  test('rejects what was not taken before', () =>
    wallet(purchased(500)).when(reinstate).isRejected('The provider has taken nothing back under this id.'));
  test('returns a failed refund', () =>
    wallet(purchased(500), { type: 'PurchaseRefunded', data: { ...withdrawal, amount: 300, owed: 0 } })
      .when(reinstate)
      .leadsTo({
        type: 'PurchaseRefundReversed',
        data: { ...withdrawal, reversalId, amount: 300, repaid: 0, recovered: 0 },
      }));
});

describe('adjusting', () => {
  const propose = (kind: 'CREDIT' | 'DEBIT' | 'WRITE_OFF', amount: number): WalletCommand => ({
    type: 'ProposeAdjustment',
    accountId,
    adjustmentId,
    kind,
    amount,
    staffId,
  });
  const approve = { type: 'ApproveAdjustment', accountId, adjustmentId, staffId: otherStaffId } as const;
  const decline = { type: 'DeclineAdjustment', accountId, adjustmentId, staffId: otherStaffId } as const;

  test('can be proposed', () => wallet().when(propose('CREDIT', 50)).leadsTo(proposed('CREDIT', 50)));
  test('proposing twice is idempotent', () =>
    wallet(proposed('CREDIT', 50)).when(propose('CREDIT', 50)).leadsToNothing());
  test('rejects zero coins', () => wallet().when(propose('CREDIT', 0)).isRejected(NOT_POSITIVE));
  test('can be approved by another staff member', () =>
    wallet(proposed('CREDIT', 50)).when(approve).leadsTo(adjusted('CREDIT', 50)));
  test('cannot be approved by the proposer', () =>
    wallet(proposed('CREDIT', 50))
      .when({ ...approve, staffId })
      .isRejected('An adjustment needs the approval of another member of staff.'));
  test('can take coins', () =>
    wallet(purchased(80), proposed('DEBIT', 50)).when(approve).leadsTo(adjusted('DEBIT', 50)));
  test('cannot take more than the balance', () =>
    wallet(purchased(49), proposed('DEBIT', 50))
      .when(approve)
      .isRejected('The wallet does not contain that many coins.'));
  test('settles the debt first', () =>
    wallet(purchased(80), donated(80), chargedBack(80, 80), proposed('CREDIT', 100))
      .when(approve)
      .leadsTo(adjusted('CREDIT', 100, 80)));
  test('can write off a debt', () =>
    wallet(purchased(80), donated(80), chargedBack(80, 80), proposed('WRITE_OFF', 80))
      .when(approve)
      .leadsTo(writtenOff(80)));
  test('cannot write off more than the debt', () =>
    wallet(purchased(80), donated(80), chargedBack(80, 80), proposed('WRITE_OFF', 81))
      .when(approve)
      .isRejected('The account does not owe that many coins.'));
  test('can be declined, also by the proposer', () => {
    wallet(proposed('CREDIT', 50)).when(decline).leadsTo(declined);
    wallet(proposed('CREDIT', 50))
      .when({ ...decline, staffId })
      .leadsTo({ type: 'AdjustmentDeclined', data: { accountId, adjustmentId, declinedBy: staffId } });
  });
  test('can be decided only once', () => {
    const decided = 'The adjustment has been decided already.';
    wallet(proposed('CREDIT', 50), adjusted('CREDIT', 50)).when(approve).leadsToNothing();
    wallet(proposed('CREDIT', 50), adjusted('CREDIT', 50)).when(decline).isRejected(decided);
    wallet(proposed('CREDIT', 50), declined).when(decline).leadsToNothing();
    wallet(proposed('CREDIT', 50), declined).when(approve).isRejected(decided);
  });
  test('rejects an unknown proposal', () => {
    for (const command of [approve, decline])
      wallet().when(command).isRejected('The adjustment does not exist.');
  });
  test('is forbidden for one’s own wallet', () => {
    for (const command of [propose('CREDIT', 50), approve, decline])
      wallet(proposed('CREDIT', 50))
        .when({ ...command, accountId: 'staffId' in command ? command.staffId : '' })
        .isRejected('Staff cannot adjust a wallet of their own.');
  });
});

test('a stream that takes more than it has is an error', () => {
  expect(() => walletDecider.evolve(walletDecider.initial, donated(1))).toThrow('0 - 1');
  expect(() => walletDecider.evolve(walletDecider.initial, purchased(5, 3))).toThrow('0 - 3');
});
