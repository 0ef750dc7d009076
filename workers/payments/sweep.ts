import { createBookingContext } from '../../application/payment-books.ts';
import type { Instant } from '../../domain/kernel/ids.ts';
import { EventLogUnavailable } from '../../domain/ports/event-log.ts';
import { type Payment, readAllPages } from '../../domain/ports/payments.ts';
import { type BookingResult, isRepaymentDue } from '../../domain/wallet/payments/payment-books.ts';
import type { PaymentsSystem } from './system.ts';

/** Minimum age in ms at which a payment from an unknown account is booked to suspense. */
const MIN_UNKNOWN_AGE_MS = 15 * 60_000;

const SWEEP_SUBJECT = 'booking payments';

/** Maximum number of failures, and of payments to pay back, that a report lists. */
const MAX_LISTED_PAYMENTS = 100;

/** A payment that could not be booked, for example because the buyer's wallet cannot be read. */
export interface SweepFailure {
  readonly paymentId: string;
  readonly message: string;
}

/** Result of a sweep. It is updated during the sweep, so it is valid even if the sweep ends early. */
export interface SweepReport {
  /** Number of payments by booking outcome. */
  readonly seen: Record<BookingResult['outcome'], number>;
  /** First 100 payments that could not be booked. */
  readonly failures: SweepFailure[];
  failed: number;
  /** Ids of the first 100 payments in another currency than the euro that must be paid back. */
  readonly foreign: string[];
  /** Number of payments in another currency that must be paid back. `seen.foreign` also counts the others. */
  foreignHeld: number;
}

/** Creates a sweep report without any payments. */
export const createSweepReport = (): SweepReport => ({
  seen: { credited: 0, unpaid: 0, suspended: 0, unknown: 0, foreign: 0 },
  failures: [],
  failed: 0,
  foreign: [],
  foreignHeld: 0,
});

/**
 * Compares the books with the payment provider, for payments created or changed since an instant, and makes missing
 * bookings. This compensates for lost webhooks. A payment that cannot be booked does not block others. The signal stops
 * the comparison before the next payment.
 * @throws PaymentsUnavailable
 * @throws EventLogUnavailable
 * @throws the signal's reason when it is aborted
 */
export async function sweepPayments(
  system: PaymentsSystem,
  since: Instant,
  {
    signal,
    report = createSweepReport(),
  }: { readonly signal?: AbortSignal; readonly report?: SweepReport } = {},
): Promise<SweepReport> {
  const { payments, paymentBooks: books, clock, ids, logger } = system;
  const correlationId = ids.next();
  const checkedPaymentIds = new Set<string>();

  async function book(payment: Payment): Promise<void> {
    const context = createBookingContext(clock.now(), correlationId);
    const age = Date.parse(context.occurredAt) - Date.parse(payment.createdAt);
    const { outcome } = await (age < MIN_UNKNOWN_AGE_MS ? books.book : books.bookUnknown)(payment, context);
    report.seen[outcome] += 1;
    if (isRepaymentDue(payment)) reportForeign(payment.id);
  }

  function reportForeign(paymentId: string): void {
    report.foreignHeld += 1;
    if (report.foreignHeld > MAX_LISTED_PAYMENTS) return;
    report.foreign.push(paymentId);
    logger.error({ paymentId }, 'payment not in euro');
  }

  async function bookAndReport(payment: Payment): Promise<void> {
    signal?.throwIfAborted();
    checkedPaymentIds.add(payment.id);
    try {
      await book(payment);
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      report.failed += 1;
      if (report.failed > MAX_LISTED_PAYMENTS) return;
      logger.error({ err: error, paymentId: payment.id }, 'payment not booked', SWEEP_SUBJECT);
      report.failures.push({ paymentId: payment.id, message: (error as Error).message });
    }
  }

  for await (const payment of readAllPages((page) => payments.list({ since, ...page })))
    await bookAndReport(payment);
  for await (const notice of readAllPages((page) => payments.listNotices({ since, ...page }))) {
    if (notice.kind === 'other' || notice.paymentId === null || checkedPaymentIds.has(notice.paymentId))
      continue;
    const payment = await payments.retrieve(notice.paymentId);
    if (payment) await bookAndReport(payment);
  }
  if (report.failed === 0) logger.recovered?.(SWEEP_SUBJECT);
  return report;
}
