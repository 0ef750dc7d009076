import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Registration } from '../../domain/accounts/registration.ts';
import type { Handler } from '../../domain/handle.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { FanOut } from '../../domain/ports/fan-out.ts';
import type { IdentityProvider } from '../../domain/ports/identity.ts';
import type { LogHistory } from '../../domain/ports/log-history.ts';
import type { Passwords } from '../../domain/ports/passwords.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import type { Peers } from '../../domain/ports/peers.ts';
import type { Pictures } from '../../domain/ports/pictures.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { ReadModelChanges, ReadModelProgress } from '../../domain/ports/read-models.ts';
import type { SecurityEvents } from '../../domain/ports/security-events.ts';
import type { AccountSessions } from '../../domain/ports/sessions.ts';
import type { TextVault } from '../../domain/ports/text-vault.ts';
import type { Throttle } from '../../domain/ports/throttle.ts';
import type { Towns } from '../../domain/ports/towns.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import type { PaymentBooks } from '../../domain/wallet/payments/payment-books.ts';
import type { ClientAddresses } from './client-address.ts';
import type { ReadCache } from './read-cache.ts';
import type { Tokens } from './tokens.ts';

/** Dependencies and settings of the API. */
export interface ApiSystem {
  readonly logger: Logger;
  readonly metrics?: Registry;
  readonly tracing?: Tracing;
  readonly pool: Pool;
  readonly peers: Peers;
  /** Null if it is disabled. */
  readonly readCache: ReadCache | null;
  /** Finds the holder of a session, in a cache if possible. */
  readonly findSessionHolder: AccountSessions['findHolder'];
  /** Texts are decrypted. */
  readonly log: EventLog;
  /** Texts are not decrypted, for consumers that only need ids. */
  readonly rawLog: EventLog;
  readonly history: LogHistory;
  readonly handler: Handler;
  readonly fanOut: FanOut;
  readonly vault: TextVault;
  readonly privateData: PrivateData;
  readonly registration: Registration;
  readonly progress: ReadModelProgress & ReadModelChanges;
  readonly payments: Payments;
  readonly paymentBooks: PaymentBooks;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly throttle: Throttle;
  readonly passwords: Passwords;
  readonly pictures: Pictures;
  readonly towns: Towns;
  readonly identity: IdentityProvider;
  readonly tokens: Tokens;
  readonly security: SecurityEvents;
  readonly clientAddresses: ClientAddresses;
  /** Reads that can start within a minute, per process. */
  readonly readsPerMinute: { readonly perAccount: number; readonly perAddress: number };
  readonly isStaffFactorRequired: boolean;
  /** HMAC key for payload fingerprints and visitor ids. */
  readonly secret: string;
  /** Public URL without a trailing slash. */
  readonly publicUrl: string;
}
