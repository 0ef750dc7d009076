import { accountDecider } from '../domain/accounts/decide.ts';
import { isClosed } from '../domain/accounts/state.ts';
import type { Handler } from '../domain/handle.ts';
import type { Instant, Uuid } from '../domain/kernel/ids.ts';
import type { IdSource } from '../domain/ports/clock.ts';
import {
  type BookingContext,
  createPaymentBooks,
  type PaymentBooks,
} from '../domain/wallet/payments/payment-books.ts';
import { findDonationTarget } from './donation-target.ts';

/**
 * Creates the context for the bookings of a payment. The actor is the system, because the journal must not depend on
 * whether the webhook, the result page or the sweep books a payment first.
 */
export const createBookingContext = (
  occurredAt: Instant,
  correlationId: Uuid,
  requestId?: string,
): BookingContext => ({
  correlationId,
  actor: { kind: 'system', id: 'payments' },
  occurredAt,
  ...(requestId && { requestId }),
});

/** Creates payment books that look up accounts and campaigns in the event log. */
export function createEventLogPaymentBooks({
  handler,
  ids,
}: {
  readonly handler: Handler;
  readonly ids: IdSource;
}): PaymentBooks {
  return createPaymentBooks({
    handler,
    ids,
    isAccount: async (id) => (await handler.load(accountDecider, id)).state.status !== 'NONE',
    async findTarget(donorId, crowdfundingId, at) {
      const [target, donor] = await Promise.all([
        findDonationTarget(handler, crowdfundingId, at),
        handler.load(accountDecider, donorId),
      ]);
      if (!target) return { crowdfundingId, creatorId: '', acceptsDonations: false };
      return { ...target, acceptsDonations: target.acceptsDonations && !isClosed(donor.state, at) };
    },
  });
}
