import type { CrowdfundingCancellationOrdered } from '../../domain/accounts/events.ts';
import type { CrowdfundingEvent } from '../../domain/crowdfunding/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { WalletEvent } from '../../domain/wallet/events.ts';
import type { PaymentEvent } from '../../domain/wallet/payments/events.ts';

type CoinEvent = WalletEvent | PaymentEvent | CrowdfundingEvent | CrowdfundingCancellationOrdered;

/** A donation and how often it ended. */
interface Donation {
  readonly crowdfunding: string;
  readonly amount: number;
  readonly position: number;
  refunds: number;
}

/** Plain counts over a log, without the domain's arithmetic. */
export interface Count {
  readonly wallets: ReadonlyMap<string, number>;
  readonly debts: ReadonlyMap<string, number>;
  readonly escrows: ReadonlyMap<string, number>;
  readonly donations: ReadonlyMap<string, Donation>;
  readonly ends: ReadonlyMap<
    string,
    { readonly released: number; readonly position: number; readonly closed: boolean }
  >;
  /** Donations that were planned with a purchase: its payment, by the id of the donation. */
  readonly plans: ReadonlyMap<string, string>;
  /** Ids of rejected planned donations. */
  readonly refusals: ReadonlySet<string>;
  /** Bookings of payments: `credit pi_…`, `withdrawal re_…`, `reinstatement dp_…`. */
  readonly booked: ReadonlySet<string>;
  /** Crowdfundings whose cancellation was ordered by staff. */
  readonly ordered: ReadonlySet<string>;
  readonly clearing: number;
  readonly suspense: number;
  readonly loss: number;
  readonly adjusted: number;
}

/** Counts a log, and checks after each event that no wallet, debt or escrow is negative. */
export function count(events: readonly RecordedEvent[]): Count {
  const wallets = new Map<string, number>();
  const debts = new Map<string, number>();
  const escrows = new Map<string, number>();
  const donations = new Map<string, Donation>();
  const plans = new Map<string, string>();
  const refusals = new Set<string>();
  const booked = new Set<string>();
  const creators = new Map<string, string>();
  const ordered = new Set<string>();
  const outcomes = new Map<string, { released: number; position: number; closed: boolean }>();
  let [clearing, suspense, loss, adjusted] = [0, 0, 0, 0];
  const add = (map: Map<string, number>, key: string, change: number): void => {
    map.set(key, (map.get(key) ?? 0) + change);
    expect(map.get(key)).toBeGreaterThanOrEqual(0);
  };
  const assertOnce = (booking: string): void => {
    expect(booked).not.toContain(booking);
    booked.add(booking);
  };
  const end = (crowdfunding: string, position: number, isClosed: boolean): void => {
    expect(outcomes.has(crowdfunding)).toBe(false);
    outcomes.set(crowdfunding, { released: 0, position, closed: isClosed });
  };
  for (const recorded of events) {
    const event = recorded as CoinEvent & RecordedEvent;
    switch (event.type) {
      case 'CoinsPurchased':
        assertOnce(`credit ${event.data.paymentId}`);
        expect(event.data.source).toBe(
          booked.has(`credit ${event.data.paymentId} to suspense`) ? 'suspense' : 'clearing',
        );
        add(wallets, event.data.accountId, event.data.amount - event.data.repaid);
        add(debts, event.data.accountId, -event.data.repaid);
        if (event.data.source === 'clearing') clearing += event.data.amount;
        else suspense -= event.data.amount;
        break;
      case 'PaymentStarted':
        if (event.data.donation) plans.set(event.data.donation.donationId, event.data.paymentId);
        break;
      case 'PlannedDonationRefused': {
        const { donationId } = event.data;
        expect(refusals.has(donationId) || donations.has(donationId)).toBe(false);
        expect(booked).toContain(`credit ${plans.get(donationId)}`);
        refusals.add(donationId);
        break;
      }
      case 'CoinsDonated': {
        const { accountId, donationId, crowdfundingId: crowdfunding, amount } = event.data;
        expect(donations.has(donationId) || refusals.has(donationId)).toBe(false);
        if (plans.has(donationId)) expect(booked).toContain(`credit ${plans.get(donationId)}`);
        donations.set(donationId, { crowdfunding, amount, position: event.position, refunds: 0 });
        add(wallets, accountId, -amount);
        add(escrows, crowdfunding, amount);
        break;
      }
      case 'DonationRefunded': {
        const { accountId, donationId, crowdfundingId, amount, repaid } = event.data;
        const donation = donations.get(donationId);
        expect(donation).toMatchObject({ amount, crowdfunding: crowdfundingId, refunds: 0 });
        if (donation) donation.refunds += 1;
        add(wallets, accountId, amount - repaid);
        add(debts, accountId, -repaid);
        add(escrows, crowdfundingId, -amount);
        break;
      }
      case 'CampaignFundsReceived': {
        const { accountId, crowdfundingId, amount, repaid } = event.data;
        const outcome = outcomes.get(crowdfundingId);
        expect(outcome).toMatchObject({ closed: true, released: 0 });
        if (outcome) outcome.released = amount;
        add(wallets, accountId, amount - repaid);
        add(debts, accountId, -repaid);
        add(escrows, crowdfundingId, -amount);
        break;
      }
      case 'PurchaseRefunded':
      case 'PurchaseChargedBack':
        assertOnce(`withdrawal ${event.data.providerId}`);
        add(wallets, event.data.accountId, event.data.owed - event.data.amount);
        add(debts, event.data.accountId, event.data.owed);
        clearing -= event.data.amount;
        break;
      case 'PurchaseRefundReversed':
      case 'ChargebackReversed':
        assertOnce(`reinstatement ${event.data.providerId}`);
        add(wallets, event.data.accountId, event.data.amount - event.data.repaid - event.data.recovered);
        add(debts, event.data.accountId, -event.data.repaid);
        clearing += event.data.amount;
        loss -= event.data.recovered;
        break;
      case 'BalanceAdjusted': {
        const { accountId, amount, repaid, direction, proposedBy, approvedBy } = event.data;
        expect(proposedBy).not.toBe(approvedBy);
        const sign = direction === 'CREDIT' ? 1 : -1;
        add(wallets, accountId, sign * (amount - repaid));
        add(debts, accountId, -repaid);
        adjusted += sign * amount;
        break;
      }
      case 'ReceivableWrittenOff':
        add(debts, event.data.accountId, -event.data.amount);
        loss += event.data.amount;
        break;
      case 'UnknownPaymentIdentified': {
        const { proposedBy, identifiedBy } = event.data;
        expect([proposedBy, identifiedBy]).not.toContain(undefined);
        expect(proposedBy).not.toBe(identifiedBy);
        break;
      }
      case 'UnknownPaymentReceived':
        assertOnce(`credit ${event.data.paymentId} to suspense`);
        clearing += event.data.amount;
        suspense += event.data.amount;
        break;
      case 'UnknownPaymentReinstated':
        assertOnce(`reinstatement ${event.data.providerId}`);
        clearing += event.data.amount;
        suspense += event.data.amount;
        break;
      case 'UnknownPaymentWithdrawn':
        assertOnce(`withdrawal ${event.data.providerId}`);
        clearing -= event.data.amount;
        suspense -= event.data.amount;
        break;
      case 'CrowdfundingCreated':
        creators.set(event.data.crowdfundingId, event.data.creatorId);
        break;
      case 'CrowdfundingCancellationOrdered':
        for (const [crowdfunding, creator] of creators)
          if (creator === event.data.accountId) ordered.add(crowdfunding);
        break;
      case 'CrowdfundingCancelled':
      case 'CrowdfundingExpired':
        end(event.data.crowdfundingId, event.position, false);
        break;
      case 'CrowdfundingClosed':
        end(event.data.crowdfundingId, event.position, true);
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
    booked,
    ordered,
    clearing,
    suspense,
    loss,
    adjusted,
  };
}

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0);

/** Checks the invariants of a log. */
export function expectValidLog({ wallets, debts, escrows, donations, ends, ...sums }: Count): void {
  const claims = sumOf(wallets.values()) + sumOf(escrows.values()) + sums.suspense;
  expect(claims).toBe(sums.clearing + sumOf(debts.values()) + sums.loss + sums.adjusted);
  for (const [account, debt] of debts) if (debt > 0) expect(wallets.get(account)).toBe(0);
  for (const [crowdfunding, balance] of escrows) {
    const mine = [...donations.values()].filter((donation) => donation.crowdfunding === crowdfunding);
    const donated = sumOf(mine.map(({ amount }) => amount));
    const refunded = sumOf(mine.map(({ amount, refunds }) => amount * refunds));
    expect(balance).toBe(donated - refunded - (ends.get(crowdfunding)?.released ?? 0));
  }
}

/**
 * Checks that every donation to an ended crowdfunding ended once and correctly, and that every ordered cancellation
 * was carried out.
 */
export function expectSettled({ escrows, donations, ends, ordered }: Count): void {
  expect([...ordered].filter((crowdfunding) => !ends.has(crowdfunding))).toEqual([]);
  for (const { crowdfunding, position, refunds } of donations.values()) {
    const end = ends.get(crowdfunding);
    if (!end) expect(refunds).toBe(0);
    else expect(refunds).toBe(end.closed && position < end.position ? 0 : 1);
  }
  for (const [crowdfunding, end] of ends) {
    const coveredDonations = [...donations.values()].filter(
      (donation) => donation.crowdfunding === crowdfunding && donation.position < end.position,
    );
    expect(end.released).toBe(end.closed ? sumOf(coveredDonations.map(({ amount }) => amount)) : 0);
    expect(escrows.get(crowdfunding) ?? 0).toBe(0);
  }
}

/**
 * Checks that every planned donation whose payment is credited was made or rejected. Counting has shown that neither
 * happened twice or before the credit.
 * @returns the ids of those that were made
 */
export function expectPlansExecuted({ plans, refusals, donations, booked }: Count): readonly string[] {
  const due = [...plans].filter(([, paymentId]) => booked.has(`credit ${paymentId}`)).map(([id]) => id);
  expect(due.filter((id) => !donations.has(id) && !refusals.has(id))).toEqual([]);
  return due.filter((id) => donations.has(id));
}
