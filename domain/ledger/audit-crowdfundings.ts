import type { CrowdfundingEvent } from '../crowdfunding/events.ts';
import type { Coins } from '../kernel/coins.ts';
import type { OfType, Position } from '../kernel/event.ts';
import { createIdIndex } from '../kernel/id-index.ts';
import type { AccountId, CrowdfundingId, DonationId } from '../kernel/ids.ts';
import { type LedgerAccount, toEscrowAccount } from './accounts.ts';
import type { ReportProblem } from './audit-problem.ts';
import type { Books } from './books.ts';
import type { LedgerEvent } from './journal.ts';

/** Coin totals for one campaign. `held` is its escrow balance. */
export interface CrowdfundingAudit {
  readonly donated: Coins;
  readonly refunded: Coins;
  readonly released: Coins;
  readonly held: Coins;
  /** Whether the campaign has ended and all of its coins have left the escrow. */
  readonly settled: boolean;
}

/** Running totals of a campaign while the log is read. */
interface CrowdfundingTotals {
  /** Its escrow account. Created once, because every movement of its coins needs it. */
  readonly escrow: LedgerAccount;
  end: { readonly kind: 'refund' | 'release'; readonly position: Position } | null;
  donated: Coins;
  refunded: Coins;
  released: Coins;
  /** Coins from held donations that were made before the campaign's end. A release pays them out. */
  covered: Coins;
  isReleased: boolean;
}

interface AuditedDonation {
  readonly accountId: AccountId;
  readonly amount: Coins;
  readonly position: Position;
}

/** Donations held in escrow. They are stored by column, because a million objects would take 200 MB. */
interface HeldDonations {
  readonly add: (id: DonationId, crowdfunding: CrowdfundingTotals, donation: AuditedDonation) => void;
  /** Removes a campaign's donation and returns it, or returns null if it is not held. */
  readonly take: (id: DonationId, crowdfunding: CrowdfundingTotals) => AuditedDonation | null;
}

function createHeldDonations(): HeldDonations {
  const ids = createIdIndex();
  const crowdfundings: (CrowdfundingTotals | null)[] = [];
  const accountIds: AccountId[] = [];
  const amounts: Coins[] = [];
  const positions: Position[] = [];
  /** Interned account ids, so that all donations of an account share one string. */
  const accounts = new Map<AccountId, AccountId>();

  function take(n: number | undefined, crowdfunding: CrowdfundingTotals): AuditedDonation | null {
    if (n === undefined || crowdfundings[n] !== crowdfunding) return null;
    crowdfundings[n] = null;
    const [position, amount] = [positions[n] as Position, amounts[n] as Coins];
    const isCovered = !crowdfunding.end || position < crowdfunding.end.position;
    if (isCovered && crowdfunding.isReleased) return null;
    if (isCovered) crowdfunding.covered -= amount;
    return { accountId: accountIds[n] as AccountId, amount, position };
  }

  return {
    take: (id, crowdfunding) => take(ids.find(id), crowdfunding),
    add: (id, crowdfunding, { accountId, amount, position }) => {
      const n = ids.add(id);
      take(n, crowdfunding);
      const knownAccount = accounts.get(accountId);
      if (knownAccount === undefined) accounts.set(accountId, accountId);
      crowdfundings[n] = crowdfunding;
      accountIds[n] = knownAccount ?? accountId;
      amounts[n] = amount;
      positions[n] = position;
      if (!crowdfunding.end) crowdfunding.covered += amount;
    },
  };
}

/** Events that the audit checks. */
export type AuditedEvent = LedgerEvent | CrowdfundingEvent;

type EventData<Type extends AuditedEvent['type']> = OfType<AuditedEvent, Type>['data'];

/**
 * Checks that a refunded donation is held, and that the campaign has ended with refunds or had ended before the
 * donation.
 */
function checkRefund(
  crowdfunding: CrowdfundingTotals,
  donation: AuditedDonation | null,
  data: EventData<'DonationRefunded'>,
  report: ReportProblem,
): void {
  const { end } = crowdfunding;
  const reportWrongRefund = (expected: string, actual: string) =>
    report('wrong-refund', data.refundId, expected, actual);
  crowdfunding.refunded += data.amount;
  if (!donation) {
    reportWrongRefund('a donation that is held', 'none');
    return;
  }
  if (donation.amount !== data.amount || donation.accountId !== data.accountId)
    reportWrongRefund(`${donation.amount} to ${donation.accountId}`, `${data.amount} to ${data.accountId}`);
  if (!end) {
    reportWrongRefund('a campaign that has ended', 'one that has not');
    return;
  }
  const isLate = donation.position > end.position;
  if (isLate !== (data.reason === 'late')) reportWrongRefund(isLate ? 'late' : 'not late', data.reason);
  if (!isLate && end.kind === 'release') reportWrongRefund('a release', 'a refund');
}

/** Checks that the campaign is closed and that it receives exactly the donations made before its end. */
function checkRelease(
  crowdfunding: CrowdfundingTotals,
  { releaseId, amount }: EventData<'CampaignFundsReceived'>,
  report: ReportProblem,
): void {
  const { end } = crowdfunding;
  const sum = end ? crowdfunding.covered : 0;
  if (end) {
    crowdfunding.covered = 0;
    crowdfunding.isReleased = true;
  }
  crowdfunding.released += amount;
  if (end?.kind !== 'release') report('wrong-release', releaseId, 'a closed campaign', 'another one');
  if (sum !== amount) report('wrong-release', releaseId, String(sum), String(amount));
}

/** Applies a campaign event. Returns whether it moved coins. */
function applyEvent(
  held: HeldDonations,
  crowdfunding: CrowdfundingTotals,
  event: AuditedEvent,
  position: Position,
  report: ReportProblem,
): boolean {
  switch (event.type) {
    case 'CrowdfundingCancelled':
    case 'CrowdfundingExpired':
      crowdfunding.end ??= { kind: 'refund', position };
      return false;
    case 'CrowdfundingClosed':
      crowdfunding.end ??= { kind: 'release', position };
      return false;
    case 'CoinsDonated': {
      const { donationId, accountId, amount } = event.data;
      crowdfunding.donated += amount;
      held.add(donationId, crowdfunding, { accountId, amount, position });
      return true;
    }
    case 'DonationRefunded':
      checkRefund(crowdfunding, held.take(event.data.donationId, crowdfunding), event.data, report);
      return true;
    case 'CampaignFundsReceived':
      checkRelease(crowdfunding, event.data, report);
      return true;
    default:
      return false;
  }
}

function summarize({ donated, refunded, released, end }: CrowdfundingTotals): CrowdfundingAudit {
  const held = donated - refunded - released;
  return { donated, refunded, released, held, settled: end !== null && held === 0 };
}

/** Checks campaigns' coin movements, event by event. */
interface CrowdfundingAuditor {
  /** Checks an event whose entry has already been posted. Ignores events that do not concern a campaign. */
  readonly add: (event: AuditedEvent, position: Position, report: ReportProblem) => void;
  readonly getSummaries: () => ReadonlyMap<CrowdfundingId, CrowdfundingAudit>;
}

/**
 * Creates an auditor for campaigns.
 * @param books ledger with all entries so far, for reading escrow balances
 */
export function createCrowdfundingAuditor(books: Books): CrowdfundingAuditor {
  const crowdfundings = new Map<CrowdfundingId, CrowdfundingTotals>();
  const held = createHeldDonations();

  function getCrowdfunding(id: CrowdfundingId): CrowdfundingTotals {
    const totals = crowdfundings.get(id);
    if (totals) return totals;
    const crowdfunding: CrowdfundingTotals = {
      escrow: toEscrowAccount(id),
      end: null,
      donated: 0,
      refunded: 0,
      released: 0,
      covered: 0,
      isReleased: false,
    };
    crowdfundings.set(id, crowdfunding);
    return crowdfunding;
  }

  return {
    add: (event, position, report) => {
      if (!('crowdfundingId' in event.data)) return;
      const id = event.data.crowdfundingId;
      const crowdfunding = getCrowdfunding(id);
      if (!applyEvent(held, crowdfunding, event, position, report)) return;
      const { escrow, donated, refunded, released } = crowdfunding;
      const [expected, actual] = [donated - refunded - released, books.balance(escrow)];
      if (expected !== actual) report('wrong-escrow', id, String(expected), String(actual));
    },
    getSummaries: () =>
      new Map([...crowdfundings].map(([id, crowdfunding]) => [id, summarize(crowdfunding)])),
  };
}
