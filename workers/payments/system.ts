import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { PaymentBooks } from '../../domain/wallet/payments/payment-books.ts';
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
