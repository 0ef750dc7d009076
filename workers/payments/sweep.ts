import { isAccountOf } from '../../domain/accounts/known.ts';
import type { Instant } from '../../domain/kernel/ids.ts';
import type { Payment, PaymentPage } from '../../domain/ports/payments.ts';
import { type Booked, createPaymentBooks } from '../../domain/wallet/payments/book-payment.ts';
import { bookingContext, type PaymentsSystem } from './system.ts';

/** A payment that nobody is known to have started is left alone until it is this old, in milliseconds. */
const UNKNOWN_FOR_MS = 15 * 60_000;

/** What a sweep saw and did, in numbers of payments by what came of booking them. */
export type SweepReport = Readonly<Record<Booked['outcome'], number>>;

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
 * ones about which something was told since then. Whatever webhooks were lost, nothing is missing afterwards.
 * @throws PaymentsUnavailable
 */
export async function sweepPayments(system: PaymentsSystem, since: Instant): Promise<SweepReport> {
  const { payments, clock, ids } = system;
  const books = createPaymentBooks({ ...system, isAccount: isAccountOf(system.handler) });
  const context = bookingContext(system, ids.next());
  const report: Record<Booked['outcome'], number> = {
    credited: 0,
    unpaid: 0,
    suspended: 0,
    unknown: 0,
    foreign: 0,
  };
  const seen = new Set<string>();

  async function bookOnce(payment: Payment): Promise<void> {
    seen.add(payment.id);
    const age = Date.parse(clock.now()) - Date.parse(payment.createdAt);
    const book = age < UNKNOWN_FOR_MS ? books.book : books.bookUnknown;
    report[(await book(payment, context)).outcome] += 1;
  }

  for await (const payment of allOf((after) => payments.list({ since, ...(after && { after }) })))
    await bookOnce(payment);
  for await (const notice of allOf((after) => payments.listNotices({ since, ...(after && { after }) }))) {
    if (notice.kind === 'other' || notice.paymentId === null || seen.has(notice.paymentId)) continue;
    const payment = await payments.retrieve(notice.paymentId);
    if (payment) await bookOnce(payment);
  }
  return report;
}
