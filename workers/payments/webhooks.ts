import { doubling } from '../../domain/kernel/doubling.ts';
import { LONGEST_RETRY_MS } from '../../domain/ports/jobs.ts';
import type { KeptWebhook } from '../../domain/ports/private-data.ts';
import { BookingRefused } from '../../domain/wallet/payments/payment-books.ts';
import { bookingContext, type PaymentsSystem } from './system.ts';

const BATCH = 8;
/** A webhook whose process died is taken up again after this, in milliseconds. */
const LEASE_MS = 60_000;
const FIRST_RETRY_MS = 500;
/** How often it is asked whose a payment is before it goes into suspense. */
const ASKED_WHOSE = 5;

const retryMs = (attempts: number): number => doubling(FIRST_RETRY_MS, LONGEST_RETRY_MS, attempts);

/**
 * Works off webhooks that have been kept: each is a reason to ask the provider how the payment stands now, and to book
 * what the books lack. What fails is tried again, ever less often.
 */
export function createWebhookDrain(system: PaymentsSystem) {
  const { payments, paymentBooks: books, privateData, ids, logger } = system;
  const { webhooks } = privateData;

  /** Whether nothing remains to be done. */
  async function book(paymentId: string, attempts: number): Promise<boolean> {
    const payment = await payments.retrieve(paymentId);
    if (!payment) {
      logger.error({ paymentId }, 'a webhook is about a payment that the provider does not know');
      return true;
    }
    const context = bookingContext(system, ids.next());
    const patient = attempts < ASKED_WHOSE;
    const { outcome } = await (patient ? books.book : books.bookUnknown)(payment, context);
    if (outcome === 'foreign') logger.error({ paymentId }, 'a payment is in another currency than euro');
    return outcome !== 'unknown';
  }

  async function workOff({ id, body, attempts }: KeptWebhook): Promise<void> {
    try {
      const notice = payments.readKeptWebhook(body);
      const paymentId = notice.kind === 'other' ? null : notice.paymentId;
      const finished = paymentId === null || (await book(paymentId, attempts));
      await (finished ? webhooks.done(id) : webhooks.postpone(id, retryMs(attempts)));
      logger.recovered?.(id);
    } catch (error) {
      const message =
        error instanceof BookingRefused ? 'a payment cannot be booked' : 'a webhook waits to be worked off';
      logger.error({ err: error, webhook: id, attempts }, message, id);
      await webhooks.postpone(id, retryMs(attempts));
    }
  }

  /** Works off what is due now. */
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const due = await webhooks.claim(BATCH, LEASE_MS);
      if (due.length === 0) return;
      await Promise.all(due.map(workOff));
    }
  };
}
