import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Registration } from '../../domain/accounts/registration.ts';
import type { Handler } from '../../domain/handle.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { IdentityProvider } from '../../domain/ports/identity.ts';
import type { LogHistory } from '../../domain/ports/log-history.ts';
import type { Passwords } from '../../domain/ports/passwords.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import type { Pictures } from '../../domain/ports/pictures.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import type { SecurityEvents } from '../../domain/ports/security-events.ts';
import type { TextVault } from '../../domain/ports/text-vault.ts';
import type { Throttle } from '../../domain/ports/throttle.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import type { PaymentBooks } from '../../domain/wallet/payments/payment-books.ts';
import type { ClientAddresses } from './client-address.ts';
import type { Tokens } from './tokens.ts';

/** What the API works with. */
export interface ApiSystem {
  readonly logger: Logger;
  /** Where measurements are told, if anywhere. */
  readonly metrics?: Registry;
  /** Follows requests, if anywhere. */
  readonly tracing?: Tracing;
  /** Reads the read models. */
  readonly pool: Pool;
  /** The log as it stands, texts sealed: for what needs ids only. */
  readonly rawLog: EventLog;
  /** Notifies listeners when the past of the log has changed. */
  readonly history: LogHistory;
  readonly handler: Handler;
  readonly vault: TextVault;
  readonly privateData: PrivateData;
  readonly registration: Registration;
  readonly progress: ReadModelProgress;
  readonly payments: Payments;
  readonly paymentBooks: PaymentBooks;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly throttle: Throttle;
  readonly passwords: Passwords;
  readonly pictures: Pictures;
  readonly identity: IdentityProvider;
  readonly tokens: Tokens;
  readonly security: SecurityEvents;
  readonly clientAddresses: ClientAddresses;
  /** Reads that may begin in a minute, in one process. */
  readonly readsPerMinute: { readonly ofAccount: number; readonly ofAddress: number };
  /** Keys what must not be guessed back: fingerprints of payloads, and visitors. */
  readonly secret: string;
  /** The address that users see, without a slash at its end. */
  readonly publicUrl: string;
}
