import type { CommandContext, Handler } from '../handle.ts';
import type { Rejection } from '../kernel/decider.ts';
import type { Position } from '../kernel/event.ts';
import type { AccountId, Instant } from '../kernel/ids.ts';
import { caseless } from '../kernel/text.ts';
import type { Clock } from '../ports/clock.ts';
import { EventLogUnavailable } from '../ports/event-log.ts';
import type { AccountRegistry, NameKind, NewAccount, Reservation } from '../ports/private-data.ts';
import { accountDecider } from './decide.ts';
import type { BaseRole } from './events.ts';
import type { AccountState } from './state.ts';

/** A new account: its person, its names, and what others see of it. */
export interface RegistrationRequest extends NewAccount {
  readonly role: BaseRole;
  readonly profileName: string;
  /** What kind of organization; null for a person. */
  readonly category: string | null;
}

/** What came of giving an account its names. `position` is what a read model must have seen to show them. */
export type Named =
  | { readonly accepted: true; readonly state: AccountState; readonly position: Position }
  | { readonly accepted: false; readonly rejection: Rejection };

/** Gives accounts names that only one may have: reserve, append, confirm. */
export interface Registration {
  /** Registers an account. Repeating it with the same account id is harmless. */
  readonly register: (request: RegistrationRequest, context: CommandContext) => Promise<Named>;
  readonly changeNickname: (
    accountId: AccountId,
    nickname: string,
    context: CommandContext,
  ) => Promise<Named>;
  /** Brings what is reserved for an account in line with the log, after a crash; deletes what a declined or erased one left. */
  readonly settle: (accountId: AccountId) => Promise<void>;
  /** Settles accounts that a crash left unsettled; resolves with how many. */
  readonly settleAll: () => Promise<number>;
}

/** A reservation this old belongs to nobody who still works on it: every call of the log has ended long before. */
export const RESERVATION_MS = 10 * 60_000;

const SETTLED_AT_ONCE = 100;

const refused = (code: string, message: string): Named => ({
  accepted: false,
  rejection: { kind: 'refused', code, message },
});

const taken: Record<NameKind, Named> = {
  username: refused('USERNAME_TAKEN', 'The username is already taken.'),
  nickname: refused('NICKNAME_TAKEN', 'The nickname is already taken.'),
  email: refused('EMAIL_TAKEN', 'The email is already registered.'),
  identity: refused('IDENTITY_TAKEN', 'This sign-in belongs to another account.'),
};

export interface RegistrationOptions {
  readonly handler: Handler;
  readonly registry: AccountRegistry;
  readonly clock: Clock;
}

export function createRegistration({ handler, registry, clock }: RegistrationOptions): Registration {
  const staleBefore = (): Instant => new Date(Date.parse(clock.now()) - RESERVATION_MS).toISOString();

  async function settle(accountId: AccountId): Promise<void> {
    const before = staleBefore();
    const { state, revision } = await handler.load(accountDecider, accountId);
    if (state.status === 'NONE') return registry.release(accountId, before);
    if (state.status === 'DECLINED' || state.status === 'ERASED') return registry.erase(accountId);
    for (const key of await registry.reservedNicknames(accountId, before))
      if (key !== caseless(state.nickname)) await registry.releaseNickname(accountId, key);
    await registry.confirm(accountId, state.nickname, revision);
  }

  /** Reserves; a name that stands in the way may be one that a crash or a declined organization left behind. */
  async function reserve<Reserved extends Reservation>(attempt: () => Promise<Reserved>): Promise<Reserved> {
    const first = await attempt();
    if (first.reserved) return first;
    await settle(first.holder.accountId);
    return attempt();
  }

  async function register(request: RegistrationRequest, context: CommandContext): Promise<Named> {
    const { accountId, role, profileName, category } = request;
    const reservation = await reserve(() => registry.reserve(request));
    if (!reservation.reserved) return taken[reservation.holder.kind];
    const { nickname, isNew, reservedAt } = reservation;
    const command = { type: 'RegisterAccount', accountId, role, nickname, profileName, category } as const;
    const handled = await handler.handle(accountDecider, accountId, command, context).catch(async (error) => {
      // The append of an earlier or a later attempt may still be on its way; a later one has renewed the reservation.
      if (isNew && error instanceof EventLogUnavailable) await registry.release(accountId, reservedAt);
      throw error;
    });
    if (!handled.accepted) return handled;
    await registry.confirm(accountId, handled.state.nickname, handled.revision);
    return handled;
  }

  async function changeNickname(
    accountId: AccountId,
    nickname: string,
    context: CommandContext,
  ): Promise<Named> {
    const reservation = await reserve(() => registry.reserveNickname(accountId, nickname));
    if (!reservation.reserved) return taken.nickname;
    const command = { type: 'ChangeNickname', accountId, nickname } as const;
    const handled = await handler.handle(accountDecider, accountId, command, context);
    if (!handled.accepted) {
      const { state } = await handler.load(accountDecider, accountId);
      if (caseless(state.nickname) !== caseless(nickname))
        await registry.releaseNickname(accountId, nickname);
      return handled;
    }
    await registry.confirm(accountId, handled.state.nickname, handled.revision);
    return handled;
  }

  async function settleAll(): Promise<number> {
    const unsettled = await registry.unsettled(staleBefore(), SETTLED_AT_ONCE);
    for (const accountId of unsettled) await settle(accountId);
    return unsettled.length;
  }

  return { register, changeNickname, settle, settleAll };
}
