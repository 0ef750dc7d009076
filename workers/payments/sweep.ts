import { isAccountOf } from '../../domain/accounts/known.ts';
import type { Instant } from '../../domain/kernel/ids.ts';
import { EventLogUnavailable } from '../../domain/ports/event-log.ts';
import type { Payment, PaymentPage } from '../../domain/ports/payments.ts';
import { type Booked, createPaymentBooks } from '../../domain/wallet/payments/book-payment.ts';
import { bookingContext, type PaymentsSystem } from './system.ts';

/** A payment that nobody is known to have started is left alone until it is this old, in milliseconds. */
const UNKNOWN_FOR_MS = 15 * 60_000;

/** More than so many are no matter of single payments any more. */
const MOST_FAILURES = 100;

/** A payment that could not be booked, as where the wallet of its buyer cannot be read. */
export interface SweepFailure {
  readonly paymentId: string;
  readonly message: string;
}

/** What a sweep saw and did. */
export interface SweepReport {
  /** Numbers of payments by what came of booking them. */
  readonly seen: Readonly<Record<Booked['outcome'], number>>;
  readonly failures: readonly SweepFailure[];
}

async function* allOf<Item>(read: (after?: string) => Promise<PaymentPage<Item>>): AsyncIterable<Item> {
  let page = await read();
  yield* page.items;
  while (page.next !== null) {
    page = await read(page.next);
    yield* page.items;
  }
}

/**
 * Compares the books with the provider since an instant, and books what they lack: payments made since then, and older
 * ones about which something was told since then. Whatever webhooks were lost, nothing is missing afterwards but what
 * could not be booked, which holds up no other.
 * @param signal ends it before the next payment
 * @throws PaymentsUnavailable, EventLogUnavailable
 */
export async function sweepPayments(
  system: PaymentsSystem,
  since: Instant,
  signal?: AbortSignal,
): Promise<SweepReport> {
  const { payments, clock, ids, logger } = system;
  const books = createPaymentBooks({ ...system, isAccount: isAccountOf(system.handler) });
  const context = bookingContext(system, ids.next());
  const seen = { credited: 0, unpaid: 0, suspended: 0, unknown: 0, foreign: 0 };
  const failures: SweepFailure[] = [];
  const looked = new Set<string>();

  async function book(payment: Payment): Promise<void> {
    const age = Date.parse(clock.now()) - Date.parse(payment.createdAt);
    const { outcome } = await (age < UNKNOWN_FOR_MS ? books.book : books.bookUnknown)(payment, context);
    seen[outcome] += 1;
  }

  async function look(payment: Payment): Promise<void> {
    signal?.throwIfAborted();
    looked.add(payment.id);
    try {
      await book(payment);
    } catch (error) {
      if (error instanceof EventLogUnavailable || failures.length === MOST_FAILURES) throw error;
      logger.error({ err: error, paymentId: payment.id }, 'a payment cannot be booked');
      failures.push({ paymentId: payment.id, message: (error as Error).message });
    }
  }

  for await (const payment of allOf((after) => payments.list({ since, ...(after && { after }) })))
    await look(payment);
  for await (const notice of allOf((after) => payments.listNotices({ since, ...(after && { after }) }))) {
    if (notice.kind === 'other' || notice.paymentId === null || looked.has(notice.paymentId)) continue;
    const payment = await payments.retrieve(notice.paymentId);
    if (payment) await look(payment);
  }
  return { seen, failures };
}
