import type { Instant } from '../../domain/kernel/ids.ts';
import { EventLogUnavailable } from '../../domain/ports/event-log.ts';
import { allPages, type Payment } from '../../domain/ports/payments.ts';
import type { Booked } from '../../domain/wallet/payments/payment-books.ts';
import { bookingContext, type PaymentsSystem } from './system.ts';

/** A payment that nobody is known to have started is left alone until it is this old, in milliseconds. */
const UNKNOWN_FOR_MS = 15 * 60_000;

/** Subject under which a sweep reports payments that it cannot book. */
const UNBOOKED = 'booking payments';

/** How many of the payments that cannot be booked are told one by one; the others are counted. */
const TOLD_FAILURES = 100;

/** A payment that could not be booked, as where the wallet of its buyer cannot be read. */
export interface SweepFailure {
  readonly paymentId: string;
  readonly message: string;
}

/** What a sweep saw and did. It is filled while the sweep goes on, and true of one that ended early as well. */
export interface SweepReport {
  /** Numbers of payments by what came of booking them. */
  readonly seen: Record<Booked['outcome'], number>;
  /** The first hundred payments that could not be booked. */
  readonly failures: SweepFailure[];
  /** How many payments could not be booked. */
  failed: number;
}

/** The report of a sweep that has not begun. */
export const newSweepReport = (): SweepReport => ({
  seen: { credited: 0, unpaid: 0, suspended: 0, unknown: 0, foreign: 0 },
  failures: [],
  failed: 0,
});

/** How a sweep is followed. */
export interface SweepOptions {
  /** Ends it before the next payment. */
  readonly signal?: AbortSignal;
  readonly report?: SweepReport;
}

/**
 * Compares the books with the provider since an instant, and books what they lack: payments made since then, and older
 * ones about which something was told since then. Whatever webhooks were lost, nothing is missing afterwards but what
 * could not be booked, which holds up no other.
 * @throws PaymentsUnavailable, EventLogUnavailable, the signal's reason
 */
export async function sweepPayments(
  system: PaymentsSystem,
  since: Instant,
  { signal, report = newSweepReport() }: SweepOptions = {},
): Promise<SweepReport> {
  const { payments, paymentBooks: books, clock, ids, logger } = system;
  const context = bookingContext(system, ids.next());
  const looked = new Set<string>();

  async function book(payment: Payment): Promise<void> {
    const age = Date.parse(clock.now()) - Date.parse(payment.createdAt);
    const { outcome } = await (age < UNKNOWN_FOR_MS ? books.book : books.bookUnknown)(payment, context);
    report.seen[outcome] += 1;
  }

  async function look(payment: Payment): Promise<void> {
    signal?.throwIfAborted();
    looked.add(payment.id);
    try {
      await book(payment);
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      report.failed += 1;
      if (report.failed > TOLD_FAILURES) return;
      logger.error({ err: error, paymentId: payment.id }, 'a payment cannot be booked', UNBOOKED);
      report.failures.push({ paymentId: payment.id, message: (error as Error).message });
    }
  }

  for await (const payment of allPages((page) => payments.list({ since, ...page }))) await look(payment);
  for await (const notice of allPages((page) => payments.listNotices({ since, ...page }))) {
    if (notice.kind === 'other' || notice.paymentId === null || looked.has(notice.paymentId)) continue;
    const payment = await payments.retrieve(notice.paymentId);
    if (payment) await look(payment);
  }
  if (report.failed === 0) logger.recovered?.(UNBOOKED);
  return report;
}
