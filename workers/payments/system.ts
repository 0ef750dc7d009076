import type { Uuid } from '../../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { BookingContext, PaymentBooks } from '../../domain/wallet/payments/payment-books.ts';
import type { WorkerLogger } from '../worker.ts';

/** Dependencies of webhook processing and sweeps. */
export interface PaymentsSystem {
  readonly paymentBooks: PaymentBooks;
  readonly payments: Payments;
  readonly privateData: Pick<PrivateData, 'webhooks'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: WorkerLogger;
}

/** Creates the context for bookings made by the system. */
export const createBookingContext = (
  { clock }: Pick<PaymentsSystem, 'clock'>,
  correlationId: Uuid,
): BookingContext => ({
  correlationId,
  actor: { kind: 'system', id: 'payments' },
  occurredAt: clock.now(),
});
