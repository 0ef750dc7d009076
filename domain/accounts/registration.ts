import type { CommandContext, Handler, ResultOf } from '../handle.ts';
import { attemptEach } from '../kernel/attempt-each.ts';
import { refuse } from '../kernel/decider.ts';
import { type AccountId, addMs, type Instant } from '../kernel/ids.ts';
import { foldCase } from '../kernel/text.ts';
import type { AccountRegistry, NameKind, NewAccount, Reservation } from '../ports/account-registry.ts';
import type { Clock } from '../ports/clock.ts';
import { EventLogUnavailable, isLogUnavailable } from '../ports/event-log.ts';
import { accountDecider } from './decide.ts';
import type { BaseRole } from './events.ts';
import { emailTaken, identityTaken, nicknameTaken, usernameTaken } from './rules.ts';

/** A new account with its personal data, unique names and public profile. */
export interface RegistrationRequest extends NewAccount {
  readonly role: BaseRole;
  readonly profileName: string;
  /** Category of an organization; null for a person. */
  readonly category: string | null;
}

/** Result of a registration or a nickname change. */
export type NamingResult = ResultOf<typeof accountDecider>;

/** Assigns unique names to accounts in three steps: reserve the name, append the event, confirm the reservation. */
export interface Registration {
  /** Registers an account. Repeating the call with the same account id has no effect. */
  readonly register: (request: RegistrationRequest, context: CommandContext) => Promise<NamingResult>;
  readonly changeNickname: (
    accountId: AccountId,
    nickname: string,
    context: CommandContext,
  ) => Promise<NamingResult>;
  /** Repairs reservations from the log after a crash. Deletes private data of declined and erased accounts. */
  readonly settle: (accountId: AccountId) => Promise<void>;
  /**
   * Settles up to 100 accounts that have unconfirmed reservations. Returns their number.
   * @throws the first failure, after settling the other accounts
   */
  readonly settleAll: () => Promise<number>;
}

/** Age after which a reservation counts as abandoned, in ms. Event log calls time out much earlier. */
export const RESERVATION_TTL_MS = 10 * 60_000;

const SETTLE_BATCH_SIZE = 100;

const TAKEN_RESULTS: Record<NameKind, NamingResult> = {
  username: refuse(usernameTaken),
  nickname: refuse(nicknameTaken),
  email: refuse(emailTaken),
  identity: refuse(identityTaken),
};

interface RegistrationOptions {
  readonly handler: Handler;
  readonly registry: AccountRegistry;
  readonly clock: Clock;
}

/** Creates the registration service. */
export function createRegistration({ handler, registry, clock }: RegistrationOptions): Registration {
  const getStaleCutoff = (): Instant => addMs(clock.now(), -RESERVATION_TTL_MS);

  async function settle(accountId: AccountId): Promise<void> {
    const before = getStaleCutoff();
    const { state, revision } = await handler.load(accountDecider, accountId);
    if (state.status === 'NONE') return registry.release(accountId, before);
    if (state.status === 'DECLINED' || state.status === 'ERASED') return registry.erase(accountId);
    for (const key of await registry.listReservedNicknames(accountId, before))
      if (key !== foldCase(state.nickname)) await registry.releaseNickname(accountId, key);
    await registry.confirm(accountId, state.nickname, revision);
  }

  /**
   * Reserves a name. If it is taken, completes or cancels the registration that holds it and retries once, because that
   * registration may have been abandoned.
   */
  async function reserve<Reserved extends Reservation>(attempt: () => Promise<Reserved>): Promise<Reserved> {
    const first = await attempt();
    if (first.reserved) return first;
    await settle(first.holder.accountId);
    return attempt();
  }

  async function register(request: RegistrationRequest, context: CommandContext): Promise<NamingResult> {
    const { accountId, role, profileName, category } = request;
    const reservation = await reserve(() => registry.reserve(request));
    if (!reservation.reserved) return TAKEN_RESULTS[reservation.holder.kind];
    const { nickname, isNew, reservedAt } = reservation;
    const command = { type: 'RegisterAccount', accountId, role, nickname, profileName, category } as const;
    const commandResult = await handler
      .handle(accountDecider, accountId, command, context)
      .catch(async (error) => {
        // Keep the reservation of another attempt, whose append may still be in progress.
        if (isNew && error instanceof EventLogUnavailable) await registry.release(accountId, reservedAt);
        throw error;
      });
    if (!commandResult.accepted) return commandResult;
    await registry.confirm(accountId, commandResult.state.nickname, commandResult.revision);
    return commandResult;
  }

  async function changeNickname(
    accountId: AccountId,
    nickname: string,
    context: CommandContext,
  ): Promise<NamingResult> {
    const reservation = await reserve(() => registry.reserveNickname(accountId, nickname));
    if (!reservation.reserved) return TAKEN_RESULTS.nickname;
    const command = { type: 'ChangeNickname', accountId, nickname } as const;
    const commandResult = await handler.handle(accountDecider, accountId, command, context);
    if (!commandResult.accepted) {
      const { state } = await handler.load(accountDecider, accountId);
      if (foldCase(state.nickname) !== foldCase(nickname))
        await registry.releaseNickname(accountId, nickname);
      return commandResult;
    }
    await registry.confirm(accountId, commandResult.state.nickname, commandResult.revision);
    return commandResult;
  }

  async function settleAll(): Promise<number> {
    const unsettled = await registry.listUnconfirmedAccounts(getStaleCutoff(), SETTLE_BATCH_SIZE);
    await attemptEach(unsettled, isLogUnavailable, settle);
    return unsettled.length;
  }

  return { register, changeNickname, settle, settleAll };
}
