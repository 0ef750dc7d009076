import { crowdfundingEvents } from '../crowdfunding/events.ts';
import { InvalidAmount } from '../kernel/coins.ts';
import type { DomainEvent, Position, RecordedEvent } from '../kernel/event.ts';
import { createIdIndex } from '../kernel/id-index.ts';
import type { CrowdfundingId } from '../kernel/ids.ts';
import {
  type AuditedEvent,
  type CrowdfundingAudit,
  createCrowdfundingAuditor,
} from './audit-crowdfundings.ts';
import type { AuditProblem, ReportProblem } from './audit-problem.ts';
import { type Books, createBooks, isBalanced, type TrialBalance } from './books.ts';
import { type JournalEntry, ledgerEventTypes, toJournalEntry } from './journal.ts';

/** Event types that an audit needs. */
export const auditedEventTypes: readonly string[] = [...ledgerEventTypes, ...Object.keys(crowdfundingEvents)];

interface AuditReport {
  readonly entries: number;
  readonly problems: readonly AuditProblem[];
  readonly trialBalance: TrialBalance;
  readonly crowdfundings: ReadonlyMap<CrowdfundingId, CrowdfundingAudit>;
}

/** Checks all ledger rules after each event, in log order. */
export interface Audit {
  /** Checks an event. Returns its journal entry, or null if it has none. */
  readonly add: (event: RecordedEvent) => JournalEntry | null;
  /** Ledger that contains all entries so far. */
  readonly books: Books;
  readonly report: () => AuditReport;
}

/** Returns an event's journal entry. If an amount is invalid, reports it and returns null. */
function toEntry(
  event: RecordedEvent,
  mapToEntry: typeof toJournalEntry,
  report: ReportProblem,
): JournalEntry | null {
  try {
    return mapToEntry(event);
  } catch (error) {
    if (!(error instanceof InvalidAmount)) throw error;
    report('unbalanced-entry', event.id, 'amounts of coins', error.message);
    return null;
  }
}

/** Creates a check that reports ids booked more than once. */
function createUniquenessCheck(kind: AuditProblem['kind']): (id: string, report: ReportProblem) => void {
  const ids = createIdIndex();
  return (id, report) => {
    const knownCount = ids.size();
    if (ids.add(id) < knownCount) report(kind, id, 'one booking', 'another one');
  };
}

/** Creates a check that payments and withdrawals are booked once, and that adjustments involve two staff members. */
function createBookingCheck(): (event: AuditedEvent, report: ReportProblem) => void {
  const checkPayment = createUniquenessCheck('repeated-payment');
  const checkWithdrawal = createUniquenessCheck('repeated-withdrawal');
  return (event, report) => {
    switch (event.type) {
      case 'CoinsPurchased':
        return checkPayment(event.data.paymentId, report);
      case 'PurchaseRefunded':
      case 'PurchaseChargedBack':
      case 'UnknownPaymentWithdrawn':
        return checkWithdrawal(event.data.providerId, report);
      case 'BalanceAdjusted':
      case 'ReceivableWrittenOff': {
        const { adjustmentId, proposedBy, approvedBy } = event.data;
        if (proposedBy === approvedBy)
          report('one-person-adjustment', adjustmentId, 'two members of staff', approvedBy);
      }
    }
  };
}

/**
 * Creates an audit. All events must be added, from the start of the log.
 * @param mapToEntry can be replaced to share entries with other checks
 */
export function createAudit(mapToEntry: typeof toJournalEntry = toJournalEntry): Audit {
  const books = createBooks();
  const crowdfundings = createCrowdfundingAuditor(books);
  const checkBooking = createBookingCheck();
  const entryIds = createIdIndex();
  const problems: AuditProblem[] = [];

  function post(entry: JournalEntry, report: ReportProblem): void {
    const knownCount = entryIds.size();
    if (entryIds.add(entry.id) < knownCount) report('repeated-entry', entry.id, 'one entry', 'another one');
    if (!isBalanced(entry))
      report('unbalanced-entry', entry.id, 'debits = credits', JSON.stringify(entry.postings));
    for (const account of books.post(entry))
      report('negative-balance', account, 'at least 0', String(books.balance(account)));
  }

  let position: Position = 0;
  // Shared by all events, because creating a function per event takes a tenth of the audit time.
  const report: ReportProblem = (kind, subject, expected, actual) =>
    void problems.push({ kind, subject, position, expected, actual });

  return {
    add: (event) => {
      position = event.position;
      const entry = toEntry(event, mapToEntry, report);
      if (entry) post(entry, report);
      const audited = event as DomainEvent as AuditedEvent;
      crowdfundings.add(audited, position, report);
      checkBooking(audited, report);
      return entry;
    },
    books,
    report: () => ({
      entries: entryIds.size(),
      problems,
      trialBalance: books.computeTrialBalance(),
      crowdfundings: crowdfundings.getSummaries(),
    }),
  };
}
