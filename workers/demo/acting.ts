import { randomBytes } from 'node:crypto';
import type { Registration } from '../../domain/accounts/registration.ts';
import type { CommandContext, Handler } from '../../domain/handle.ts';
import type { Rejection } from '../../domain/kernel/decider.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { AccountId, Instant, Uuid } from '../../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { Passwords } from '../../domain/ports/passwords.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import type { Pictures } from '../../domain/ports/pictures.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { PaymentBooks } from '../../domain/wallet/payments/payment-books.ts';

/** What takes the card payments of the demo. */
export interface DemoSimulator {
  readonly keys: { readonly publishableKey: string };
  readonly server: { readonly protocol: string; readonly host: string; readonly port: number };
}

/** What the demo needs of the system. */
export interface DemoSystem {
  readonly settings: { readonly production: boolean };
  readonly log: EventLog;
  readonly handler: Handler;
  readonly registration: Registration;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly pictures: Pictures;
  readonly privateData: Pick<PrivateData, 'pictures'>;
  readonly payments: Payments;
  readonly paymentBooks: PaymentBooks;
  /** Null where payments cost money; nobody in the demo buys coins then. */
  readonly paymentSimulator: DemoSimulator | null;
}

/** In milliseconds. */
export const HOUR = 3_600_000;
export const MINUTE = 60_000;
export const DAY = 24 * HOUR;

/** Somebody who acts for themselves. */
export const self = (id: AccountId): Actor => ({ kind: 'account', id });

/** An id of version 7 that was made at an instant. */
export function idAt(at: number): Uuid {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Somebody does something at a time, in milliseconds since 1970. */
export const contextOf = (actor: Actor, at: number, commandId: Uuid = idAt(at)): CommandContext => {
  const occurredAt: Instant = new Date(at).toISOString();
  return { commandId, correlationId: commandId, actor, occurredAt };
};

type Outcome = { readonly accepted: true } | { readonly accepted: false; readonly rejection: Rejection };

/** The demo asks for nothing that is refused; if it is, the demo is wrong. */
export function expectAccepted(outcome: Outcome): void {
  if (!outcome.accepted) throw new Error(`the demo was refused: ${outcome.rejection.message}`);
}

/** Who is who, by username. */
export type Accounts = ReadonlyMap<string, AccountId>;

/** The account of somebody in the demo. */
export const accountOf = (accounts: Accounts, username: string): AccountId => {
  const id = accounts.get(username);
  if (!id) throw new Error(`nobody in the demo is called ${username}`);
  return id;
};
