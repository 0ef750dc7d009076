import { randomBytes } from 'node:crypto';
import type { Registration } from '../../domain/accounts/registration.ts';
import type { CommandContext, Handler } from '../../domain/handle.ts';
import type { Rejected } from '../../domain/kernel/decider.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { AccountId, Instant, Uuid } from '../../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { Passwords } from '../../domain/ports/passwords.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import type { Pictures } from '../../domain/ports/pictures.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { PaymentBooks } from '../../domain/wallet/payments/payment-books.ts';
import type { Queryable } from '../../projections/queryable.ts';

export { DAY_MS, HOUR_MS } from '../../domain/kernel/durations.ts';

/** Simulator that processes card payments for the demo. */
export interface DemoSimulator {
  readonly keys: { readonly publishableKey: string };
  readonly server: { readonly protocol: string; readonly host: string; readonly port: number };
}

/** Dependencies for creating the demo data. */
export interface DemoSystem {
  readonly settings: { readonly isProduction: boolean };
  readonly log: EventLog;
  readonly pool: Queryable;
  readonly handler: Handler;
  readonly registration: Registration;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly pictures: Pictures;
  readonly privateData: Pick<PrivateData, 'pictures'>;
  readonly payments: Payments;
  readonly paymentBooks: PaymentBooks;
  /** Null if real payments are configured. The demo then buys no coins. */
  readonly paymentSimulator: DemoSimulator | null;
}

export const MINUTE_MS = 60_000;

/** Creates the actor for an account. */
export const toActor = (id: AccountId): Actor => ({ kind: 'account', id });

/** Generates a version 7 UUID for a time in milliseconds since 1970. */
export function createIdAt(at: number): Uuid {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Creates a command context for a time in milliseconds since 1970. */
export const createContext = (actor: Actor, at: number, commandId: Uuid = createIdAt(at)): CommandContext => {
  const occurredAt: Instant = new Date(at).toISOString();
  return { commandId, correlationId: commandId, actor, occurredAt };
};

/** Returns an accepted result. Throws if the result is a rejection, which indicates a defect in the demo. */
export function expectAccepted<Result extends { readonly accepted: true }>(
  outcome: Result | Rejected,
): asserts outcome is Result {
  if (!outcome.accepted) throw new Error(`the demo was refused: ${outcome.rejection.message}`);
}

/** Account ids by username. */
export type Accounts = ReadonlyMap<string, AccountId>;

/** Returns the id of the account with the given username. */
export const getAccount = (accounts: Accounts, username: string): AccountId => {
  const id = accounts.get(username);
  if (!id) throw new Error(`the demo has no account ${username}`);
  return id;
};
