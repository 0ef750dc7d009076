import type { CrowdfundingEvent } from '../crowdfunding/events.ts';
import { type Coins, ImpossibleAmount } from '../kernel/coins.ts';
import type { DomainEvent, Position, RecordedEvent } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, DonationId, Uuid } from '../kernel/ids.ts';
import { escrowOf } from './accounts.ts';
import { type Books, createBooks, isBalanced, type TrialBalance } from './books.ts';
import { type JournalEntry, journalEntry, type LedgerEvent } from './journal.ts';

/** Something in the log that must not be. */
export interface AuditProblem {
  readonly kind:
    | 'unbalanced-entry'
    | 'repeated-entry'
    | 'negative-balance'
    | 'repeated-payment'
    | 'repeated-withdrawal'
    | 'wrong-refund'
    | 'wrong-release'
    | 'wrong-escrow'
    | 'one-person-adjustment';
  /** Entry, account or campaign that it is about. */
  readonly subject: string;
  readonly position: Position;
  readonly expected: string;
  readonly actual: string;
}

/** One campaign's coins. `held` is what stands in its escrow. */
export interface CampaignAudit {
  readonly donated: Coins;
  readonly refunded: Coins;
  readonly released: Coins;
  readonly held: Coins;
  /** Whether it has ended and all of its coins have left the escrow. */
  readonly settled: boolean;
}

export interface AuditReport {
  readonly entries: number;
  readonly problems: readonly AuditProblem[];
  readonly trialBalance: TrialBalance;
  readonly campaigns: ReadonlyMap<CrowdfundingId, CampaignAudit>;
}

/** Goes through the log in its order and checks every rule of the books after each event. */
export interface Audit {
  /** The entry that the event makes, if any. */
  readonly add: (event: RecordedEvent) => JournalEntry | null;
  /** Every entry so far. */
  readonly books: Books;
  readonly report: () => AuditReport;
}

interface OpenDonation {
  readonly accountId: AccountId;
  readonly amount: Coins;
  readonly position: Position;
}

/** What is known of a campaign while the log is read. */
interface Campaign {
  readonly open: Map<DonationId, OpenDonation>;
  end: { readonly kind: 'refund' | 'release'; readonly position: Position } | null;
  donated: Coins;
  refunded: Coins;
  released: Coins;
}

type AuditedEvent = LedgerEvent | CrowdfundingEvent;

export function createAudit(): Audit {
  const books = createBooks();
  const entryIds = new Set<Uuid>();
  const paymentIds = new Set<string>();
  const withdrawalIds = new Set<string>();
  const campaigns = new Map<CrowdfundingId, Campaign>();
  const problems: AuditProblem[] = [];

  function campaignOf(id: CrowdfundingId): Campaign {
    const known = campaigns.get(id);
    if (known) return known;
    const campaign: Campaign = { open: new Map(), end: null, donated: 0, refunded: 0, released: 0 };
    campaigns.set(id, campaign);
    return campaign;
  }

  function post(entry: JournalEntry, report: Report): void {
    if (entryIds.has(entry.id)) report('repeated-entry', entry.id, 'one entry', 'another one');
    entryIds.add(entry.id);
    if (!isBalanced(entry))
      report('unbalanced-entry', entry.id, 'debits = credits', JSON.stringify(entry.postings));
    for (const account of books.post(entry))
      report('negative-balance', account, 'at least 0', String(books.balance(account)));
  }

  function refund(data: Data<'DonationRefunded'>, report: Report): void {
    const campaign = campaignOf(data.crowdfundingId);
    const donation = campaign.open.get(data.donationId);
    const wrong = (expected: string, actual: string) =>
      report('wrong-refund', data.refundId, expected, actual);
    campaign.open.delete(data.donationId);
    campaign.refunded += data.amount;
    if (!donation) {
      wrong('a donation that is held', 'none');
      return;
    }
    if (donation.amount !== data.amount || donation.accountId !== data.accountId)
      wrong(`${donation.amount} to ${donation.accountId}`, `${data.amount} to ${data.accountId}`);
    const { end } = campaign;
    const isLate = end !== null && donation.position > end.position;
    if (!end) {
      wrong('a campaign that has ended', 'one that has not');
      return;
    }
    if (isLate !== (data.reason === 'late')) wrong(isLate ? 'late' : 'not late', data.reason);
    if (!isLate && end.kind === 'release') wrong('a release', 'a refund');
  }

  function release(
    { releaseId, crowdfundingId, amount }: Data<'CampaignFundsReceived'>,
    report: Report,
  ): void {
    const campaign = campaignOf(crowdfundingId);
    const { end } = campaign;
    const covered = [...campaign.open].filter(([, { position }]) => end && position < end.position);
    const sum = covered.reduce((total, [, donation]) => total + donation.amount, 0);
    for (const [donationId] of covered) campaign.open.delete(donationId);
    campaign.released += amount;
    if (end?.kind !== 'release') report('wrong-release', releaseId, 'a closed campaign', 'another one');
    if (sum !== amount) report('wrong-release', releaseId, String(sum), String(amount));
  }

  function checkEscrow(id: CrowdfundingId, report: Report): void {
    const { donated, refunded, released } = campaignOf(id);
    const [expected, actual] = [donated - refunded - released, books.balance(escrowOf(id))];
    if (expected !== actual) report('wrong-escrow', id, String(expected), String(actual));
  }

  const once = (kind: AuditProblem['kind'], known: Set<string>, id: string, report: Report): void => {
    if (known.has(id)) report(kind, id, 'one booking', 'another one');
    known.add(id);
  };

  function inspect(event: AuditedEvent, position: Position, report: Report): void {
    switch (event.type) {
      case 'CrowdfundingCancelled':
      case 'CrowdfundingExpired':
        campaignOf(event.data.crowdfundingId).end ??= { kind: 'refund', position };
        return;
      case 'CrowdfundingClosed':
        campaignOf(event.data.crowdfundingId).end ??= { kind: 'release', position };
        return;
      case 'CoinsDonated': {
        const { crowdfundingId, donationId, accountId, amount } = event.data;
        const campaign = campaignOf(crowdfundingId);
        campaign.donated += amount;
        campaign.open.set(donationId, { accountId, amount, position });
        checkEscrow(crowdfundingId, report);
        return;
      }
      case 'DonationRefunded':
        refund(event.data, report);
        checkEscrow(event.data.crowdfundingId, report);
        return;
      case 'CampaignFundsReceived':
        release(event.data, report);
        checkEscrow(event.data.crowdfundingId, report);
        return;
      case 'CoinsPurchased':
        once('repeated-payment', paymentIds, event.data.paymentId, report);
        return;
      case 'PurchaseRefunded':
      case 'PurchaseChargedBack':
      case 'UnknownPaymentWithdrawn':
        once('repeated-withdrawal', withdrawalIds, event.data.providerId, report);
        return;
      case 'BalanceAdjusted':
      case 'ReceivableWrittenOff': {
        const { adjustmentId, proposedBy, approvedBy } = event.data;
        if (proposedBy === approvedBy)
          report('one-person-adjustment', adjustmentId, 'two members of staff', approvedBy);
      }
    }
  }

  return {
    add: (event) => {
      const { position } = event;
      const report: Report = (kind, subject, expected, actual) =>
        void problems.push({ kind, subject, position, expected, actual });
      const entry = entryOf(event, report);
      if (entry) post(entry, report);
      inspect(event as DomainEvent as AuditedEvent, position, report);
      return entry;
    },
    books,
    report: () => ({
      entries: entryIds.size,
      problems,
      trialBalance: books.trialBalance(),
      campaigns: new Map([...campaigns].map(([id, campaign]) => [id, summaryOf(campaign)])),
    }),
  };
}

type Report = (kind: AuditProblem['kind'], subject: string, expected: string, actual: string) => void;
type Data<Type extends LedgerEvent['type']> = Extract<LedgerEvent, { type: Type }>['data'];

/** The entry of an event; one whose amounts make no entry at all is reported. */
function entryOf(event: RecordedEvent, report: Report): JournalEntry | null {
  try {
    return journalEntry(event);
  } catch (error) {
    if (!(error instanceof ImpossibleAmount)) throw error;
    report('unbalanced-entry', event.id, 'amounts of coins', error.message);
    return null;
  }
}

function summaryOf({ donated, refunded, released, end }: Campaign): CampaignAudit {
  const held = donated - refunded - released;
  return { donated, refunded, released, held, settled: end !== null && held === 0 };
}
