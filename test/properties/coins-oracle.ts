import type { CrowdfundingCancellationOrdered } from '../../domain/accounts/events.ts';
import type { CrowdfundingEvent } from '../../domain/crowdfunding/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { WalletEvent } from '../../domain/wallet/events.ts';
import type { PaymentEvent } from '../../domain/wallet/payments/events.ts';

type CoinEvent = WalletEvent | PaymentEvent | CrowdfundingEvent | CrowdfundingCancellationOrdered;

/** A donation and how many times it was refunded. */
interface Donation {
  readonly crowdfunding: string;
  readonly amount: number;
  readonly position: number;
  refunds: number;
}

/** Independent counts of the coins in a log. They do not use the domain's arithmetic. */
export interface LedgerCount {
  readonly wallets: ReadonlyMap<string, number>;
  readonly debts: ReadonlyMap<string, number>;
  readonly escrows: ReadonlyMap<string, number>;
  readonly donations: ReadonlyMap<string, Donation>;
  readonly ends: ReadonlyMap<
    string,
    { readonly released: number; readonly position: number; readonly isClosed: boolean }
  >;
  /** Payment ids, keyed by the id of the donation planned with the payment. */
  readonly plans: ReadonlyMap<string, string>;
  /** Ids of planned donations that were rejected. */
  readonly refusals: ReadonlySet<string>;
  /** Payment bookings: `credit pi_…`, `withdrawal re_…`, `reinstatement dp_…`. */
  readonly bookings: ReadonlySet<string>;
  /** Ids of campaigns that staff ordered to be cancelled. */
  readonly orderedCancellations: ReadonlySet<string>;
  readonly clearing: number;
  readonly suspense: number;
  readonly loss: number;
  readonly adjustments: number;
}

/** Counts the coins in a log. Checks after each event that no wallet, debt or escrow is negative. */
export function countLedger(events: readonly RecordedEvent[]): LedgerCount {
  const wallets = new Map<string, number>();
  const debts = new Map<string, number>();
  const escrows = new Map<string, number>();
  const donations = new Map<string, Donation>();
  const plans = new Map<string, string>();
  const refusals = new Set<string>();
  const bookings = new Set<string>();
  const creators = new Map<string, string>();
  const orderedCancellations = new Set<string>();
  const outcomes = new Map<string, { released: number; position: number; isClosed: boolean }>();
  let [clearing, suspense, loss, adjustments] = [0, 0, 0, 0];
  const addChange = (map: Map<string, number>, key: string, change: number): void => {
    map.set(key, (map.get(key) ?? 0) + change);
    expect(map.get(key)).toBeGreaterThanOrEqual(0);
  };
  const recordBooking = (booking: string): void => {
    expect(bookings).not.toContain(booking);
    bookings.add(booking);
  };
  const recordEnd = (crowdfunding: string, position: number, isClosed: boolean): void => {
    expect(outcomes.has(crowdfunding)).toBe(false);
    outcomes.set(crowdfunding, { released: 0, position, isClosed });
  };
  for (const recordedEvent of events) {
    const event = recordedEvent as CoinEvent & RecordedEvent;
    switch (event.type) {
      case 'CoinsPurchased':
        recordBooking(`credit ${event.data.paymentId}`);
        expect(event.data.source).toBe(
          bookings.has(`credit ${event.data.paymentId} to suspense`) ? 'suspense' : 'clearing',
        );
        addChange(wallets, event.data.accountId, event.data.amount - event.data.repaid);
        addChange(debts, event.data.accountId, -event.data.repaid);
        if (event.data.source === 'clearing') clearing += event.data.amount;
        else suspense -= event.data.amount;
        break;
      case 'PaymentStarted':
        if (event.data.donation) plans.set(event.data.donation.donationId, event.data.paymentId);
        break;
      case 'PlannedDonationRefused': {
        const { donationId } = event.data;
        expect(refusals.has(donationId) || donations.has(donationId)).toBe(false);
        expect(bookings).toContain(`credit ${plans.get(donationId)}`);
        refusals.add(donationId);
        break;
      }
      case 'CoinsDonated': {
        const { accountId, donationId, crowdfundingId: crowdfunding, amount } = event.data;
        expect(donations.has(donationId) || refusals.has(donationId)).toBe(false);
        if (plans.has(donationId)) expect(bookings).toContain(`credit ${plans.get(donationId)}`);
        donations.set(donationId, { crowdfunding, amount, position: event.position, refunds: 0 });
        addChange(wallets, accountId, -amount);
        addChange(escrows, crowdfunding, amount);
        break;
      }
      case 'DonationRefunded': {
        const { accountId, donationId, crowdfundingId, amount, repaid } = event.data;
        const donation = donations.get(donationId);
        expect(donation).toMatchObject({ amount, crowdfunding: crowdfundingId, refunds: 0 });
        if (donation) donation.refunds += 1;
        addChange(wallets, accountId, amount - repaid);
        addChange(debts, accountId, -repaid);
        addChange(escrows, crowdfundingId, -amount);
        break;
      }
      case 'CampaignFundsReceived': {
        const { accountId, crowdfundingId, amount, repaid } = event.data;
        const outcome = outcomes.get(crowdfundingId);
        expect(outcome).toMatchObject({ isClosed: true, released: 0 });
        if (outcome) outcome.released = amount;
        addChange(wallets, accountId, amount - repaid);
        addChange(debts, accountId, -repaid);
        addChange(escrows, crowdfundingId, -amount);
        break;
      }
      case 'PurchaseRefunded':
      case 'PurchaseChargedBack':
        recordBooking(`withdrawal ${event.data.providerId}`);
        addChange(wallets, event.data.accountId, event.data.owed - event.data.amount);
        addChange(debts, event.data.accountId, event.data.owed);
        clearing -= event.data.amount;
        break;
      case 'PurchaseRefundReversed':
      case 'ChargebackReversed':
        recordBooking(`reinstatement ${event.data.providerId}`);
        addChange(
          wallets,
          event.data.accountId,
          event.data.amount - event.data.repaid - event.data.recovered,
        );
        addChange(debts, event.data.accountId, -event.data.repaid);
        clearing += event.data.amount;
        loss -= event.data.recovered;
        break;
      case 'BalanceAdjusted': {
        const { accountId, amount, repaid, direction, proposedBy, approvedBy } = event.data;
        expect(proposedBy).not.toBe(approvedBy);
        const sign = direction === 'CREDIT' ? 1 : -1;
        addChange(wallets, accountId, sign * (amount - repaid));
        addChange(debts, accountId, -repaid);
        adjustments += sign * amount;
        break;
      }
      case 'ReceivableWrittenOff':
        addChange(debts, event.data.accountId, -event.data.amount);
        loss += event.data.amount;
        break;
      case 'UnknownPaymentIdentified': {
        const { proposedBy, identifiedBy } = event.data;
        expect([proposedBy, identifiedBy]).not.toContain(undefined);
        expect(proposedBy).not.toBe(identifiedBy);
        break;
      }
      case 'UnknownPaymentReceived':
        recordBooking(`credit ${event.data.paymentId} to suspense`);
        clearing += event.data.amount;
        suspense += event.data.amount;
        break;
      case 'UnknownPaymentReinstated':
        recordBooking(`reinstatement ${event.data.providerId}`);
        clearing += event.data.amount;
        suspense += event.data.amount;
        break;
      case 'UnknownPaymentWithdrawn':
        recordBooking(`withdrawal ${event.data.providerId}`);
        clearing -= event.data.amount;
        suspense -= event.data.amount;
        break;
      case 'CrowdfundingCreated':
        creators.set(event.data.crowdfundingId, event.data.creatorId);
        break;
      case 'CrowdfundingCancellationOrdered':
        for (const [crowdfunding, creator] of creators)
          if (creator === event.data.accountId) orderedCancellations.add(crowdfunding);
        break;
      case 'CrowdfundingCancelled':
      case 'CrowdfundingExpired':
        recordEnd(event.data.crowdfundingId, event.position, false);
        break;
      case 'CrowdfundingClosed':
        recordEnd(event.data.crowdfundingId, event.position, true);
        break;
    }
  }
  return {
    wallets,
    debts,
    escrows,
    donations,
    ends: outcomes,
    plans,
    refusals,
    bookings,
    orderedCancellations,
    clearing,
    suspense,
    loss,
    adjustments,
  };
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0);

/** Checks the invariants of a valid log. */
export function expectValidLog({ wallets, debts, escrows, donations, ends, ...sums }: LedgerCount): void {
  const claims = sum(wallets.values()) + sum(escrows.values()) + sums.suspense;
  expect(claims).toBe(sums.clearing + sum(debts.values()) + sums.loss + sums.adjustments);
  for (const [account, debt] of debts) if (debt > 0) expect(wallets.get(account)).toBe(0);
  for (const [crowdfunding, balance] of escrows) {
    const ownDonations = [...donations.values()].filter((donation) => donation.crowdfunding === crowdfunding);
    const donatedCoins = sum(ownDonations.map(({ amount }) => amount));
    const refundedCoins = sum(ownDonations.map(({ amount, refunds }) => amount * refunds));
    expect(balance).toBe(donatedCoins - refundedCoins - (ends.get(crowdfunding)?.released ?? 0));
  }
}

/**
 * Checks that every donation to an ended campaign was refunded or released exactly once, and that every ordered
 * cancellation was executed.
 */
export function expectSettled({ escrows, donations, ends, orderedCancellations }: LedgerCount): void {
  expect([...orderedCancellations].filter((crowdfunding) => !ends.has(crowdfunding))).toEqual([]);
  for (const { crowdfunding, position, refunds } of donations.values()) {
    const end = ends.get(crowdfunding);
    if (!end) expect(refunds).toBe(0);
    else expect(refunds).toBe(end.isClosed && position < end.position ? 0 : 1);
  }
  for (const [crowdfunding, end] of ends) {
    const coveredDonations = [...donations.values()].filter(
      (donation) => donation.crowdfunding === crowdfunding && donation.position < end.position,
    );
    expect(end.released).toBe(end.isClosed ? sum(coveredDonations.map(({ amount }) => amount)) : 0);
    expect(escrows.get(crowdfunding) ?? 0).toBe(0);
  }
}

/**
 * Checks that every planned donation whose payment is credited was made or rejected. `countLedger` has already checked
 * that neither happened twice or before the credit.
 * @returns the ids of the donations that were made
 */
export function expectPlansExecuted({
  plans,
  refusals,
  donations,
  bookings,
}: LedgerCount): readonly string[] {
  const duePlans = [...plans]
    .filter(([, paymentId]) => bookings.has(`credit ${paymentId}`))
    .map(([id]) => id);
  expect(duePlans.filter((id) => !donations.has(id) && !refusals.has(id))).toEqual([]);
  return duePlans.filter((id) => donations.has(id));
}
