import { createBookingContext } from '../../application/payment-books.ts';
import { getBackoffMs } from '../../domain/kernel/exponential-backoff.ts';
import { MAX_RETRY_MS } from '../../domain/ports/jobs.ts';
import type { ClaimedWebhook } from '../../domain/ports/webhooks.ts';
import { BookingRefused, isRepaymentDue } from '../../domain/wallet/payments/payment-books.ts';
import { runRepeatedly } from '../run-repeatedly.ts';
import type { Worker } from '../worker.ts';
import type { PaymentsSystem } from './system.ts';

const POLL_INTERVAL_MS = 200;
const LOOP_NAME = 'looking for webhooks';
const BATCH_SIZE = 8;
/** If the process dies, the webhook can be claimed again after this time. */
const LEASE_MS = 60_000;
const INITIAL_RETRY_MS = 500;
/** Maximum number of attempts to find the account for a payment. After that, it is booked to suspense. */
const MAX_OWNER_LOOKUPS = 5;

const calculateRetryMs = (attempts: number): number => getBackoffMs(INITIAL_RETRY_MS, MAX_RETRY_MS, attempts);

/**
 * Creates a function that processes stored webhooks. A webhook only triggers a query for the payment's current state;
 * missing bookings are derived from that state. Failures are retried with exponential backoff.
 */
export function createWebhookDrain(system: PaymentsSystem) {
  const { payments, paymentBooks: books, privateData, clock, ids, logger } = system;
  const { webhooks } = privateData;

  /** Makes the missing bookings of a payment. Returns whether its webhook is done. */
  async function book(paymentId: string, attempts: number): Promise<boolean> {
    const payment = await payments.retrieve(paymentId);
    if (!payment) {
      logger.error({ paymentId }, 'webhook for unknown payment');
      return true;
    }
    const context = createBookingContext(clock.now(), ids.next());
    const canRetryLookup = attempts < MAX_OWNER_LOOKUPS;
    const { outcome } = await (canRetryLookup ? books.book : books.bookUnknown)(payment, context);
    if (isRepaymentDue(payment)) logger.error({ paymentId }, 'payment not in euro');
    return outcome !== 'unknown';
  }

  async function processWebhook({ id, body, attempts }: ClaimedWebhook): Promise<void> {
    try {
      const notice = payments.parseStoredWebhook(body);
      const paymentId = notice.kind === 'other' ? null : notice.paymentId;
      const isDone = paymentId === null || (await book(paymentId, attempts));
      await (isDone ? webhooks.markProcessed(id) : webhooks.postpone(id, calculateRetryMs(attempts)));
      logger.recovered?.(id);
    } catch (error) {
      const message = error instanceof BookingRefused ? 'payment not booked' : 'webhook processing delayed';
      logger.error({ err: error, webhook: id, attempts }, message, id);
      await webhooks.postpone(id, calculateRetryMs(attempts));
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const dueWebhooks = await webhooks.claim(BATCH_SIZE, LEASE_MS);
      if (dueWebhooks.length === 0) return;
      await Promise.all(dueWebhooks.map(processWebhook));
    }
  };
}

/** Starts a worker that processes webhooks from the payment provider. */
export const startPaymentsWorker = (system: PaymentsSystem): Worker =>
  runRepeatedly(
    createWebhookDrain(system),
    POLL_INTERVAL_MS,
    (error) => system.logger.error({ err: error }, 'webhook processing failed', LOOP_NAME),
    () => system.logger.recovered?.(LOOP_NAME),
  );
