import type { Context } from 'koa';
import { pause } from '../../common/waiting.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { SecurityEventKind } from '../../domain/ports/security-events.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { createConcurrencyLimiter } from '../http/concurrency-limiter.ts';
import { httpFailure } from '../http/error-answer.ts';
import { loginLocked, slowDown } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';
import { nameKey, rules, throttled } from '../http/throttling.ts';

/** Wrong passwords of a username in an hour, over all networks, beyond which attempts wait. */
const PROMPT_FAILURES = 50;
const MAX_DELAY_SECONDS = 30;
/** Attempts that wait at a time, in all and of one network. */
const DELAYED = { all: 200, ofOne: 5 };

/** Seconds that an attempt waits when this many attempts of its username failed or run, itself included. */
export function delaySeconds(attempts: number): number {
  const delayed = attempts - PROMPT_FAILURES;
  return delayed > 0 ? Math.min(MAX_DELAY_SECONDS, 2 ** (delayed - 1)) : 0;
}

/** An attempt to log in. */
export interface LoginAttempt {
  /** In the form that is compared. */
  readonly username: string;
  /** The token of the client's device, or null. */
  readonly deviceToken: string | null;
  readonly clientAddress: string;
  readonly clientNetwork: string;
  readonly http: Context;
}

/** An attempt that may check its password. Exactly one of its functions is called afterwards. */
export interface AdmittedLogin {
  /** The group in which the password waits to be hashed. */
  readonly hashingGroup: string;
  /** The password is wrong. */
  readonly fail: (accountId: AccountId | undefined) => Promise<void>;
  /** The password is right. */
  readonly succeed: () => Promise<void>;
  /** The password was not checked: the attempt does not count. */
  readonly cancel: () => Promise<void>;
}

/** Limits login attempts by address, by username and network, and by username. */
export interface LoginGuard {
  /** @throws ApiFailure 429 when the attempt is refused */
  readonly admit: (attempt: LoginAttempt) => Promise<AdmittedLogin>;
}

type GuardSystem = Pick<ApiSystem, 'throttle' | 'privateData' | 'clock' | 'security'>;

/** Creates the guard of logins. Usernames that nobody has are treated like any other. */
export function createLoginGuard({ throttle, privateData, clock, security }: GuardSystem): LoginGuard {
  const delayed = createConcurrencyLimiter(DELAYED);

  const record = (kind: SecurityEventKind, { clientNetwork }: LoginAttempt, accountId?: AccountId): void =>
    security.record({ kind, accountId, network: clientNetwork });

  /** Admits a device that logged in to the account before; null when it is unknown or has used up its attempts. */
  async function admitDevice(attempt: LoginAttempt): Promise<AdmittedLogin | null> {
    const { deviceToken, username } = attempt;
    if (!deviceToken || !(await privateData.devices.hasLoggedIn(deviceToken, username, clock.now())))
      return null;
    const key = nameKey(`${deviceToken} ${username}`);
    if ((await throttle.take(rules.loginDevice, key)) > 0) return null;
    return {
      hashingGroup: `device ${key}`,
      fail: async (accountId) => record('login-failed', attempt, accountId),
      succeed: async () => {},
      cancel: () => throttle.giveBack(rules.loginDevice, key),
    };
  }

  /** Takes a point of a rule, and refuses the attempt when there is none. */
  async function count(rule: ThrottleRule, key: string, attempt: LoginAttempt): Promise<number> {
    const { wait, taken } = await throttle.takeCounted(rule, key);
    if (wait === 0) return taken;
    record('login-locked', attempt);
    throw loginLocked(wait);
  }

  /** Waits as long as earlier failures demand, without a place for hashing. */
  async function delay(attempts: number, { clientNetwork, http }: LoginAttempt): Promise<void> {
    const seconds = delaySeconds(attempts);
    if (seconds === 0) return;
    const leave = delayed.take(clientNetwork);
    if (typeof leave === 'string') throw slowDown(seconds);
    const left = new AbortController();
    const abort = (): void => left.abort();
    http.res.once('close', abort);
    try {
      await pause(seconds * 1000, left.signal);
    } finally {
      http.res.off('close', abort);
      leave();
    }
    if (left.signal.aborted) throw httpFailure(408);
  }

  async function admitUnknown(attempt: LoginAttempt): Promise<AdmittedLogin> {
    const { username, clientAddress, clientNetwork } = attempt;
    const usernameKey = nameKey(username);
    const pairKey = nameKey(`${username} ${clientNetwork}`);
    const taken: (readonly [ThrottleRule, string])[] = [];
    const giveBack = async (): Promise<void> => {
      for (const [rule, key] of taken) await throttle.giveBack(rule, key);
    };
    await throttled({ throttle }, clientAddress, rules.loginAddress);
    try {
      const ofPair = await count(rules.loginPair, pairKey, attempt);
      taken.push([rules.loginPair, pairKey]);
      const ofUsername = await count(rules.loginUsername, usernameKey, attempt);
      taken.push([rules.loginUsername, usernameKey]);
      await delay(ofUsername, attempt);
      return {
        hashingGroup: clientNetwork,
        async fail(accountId) {
          record('login-failed', attempt, accountId);
          if (ofPair < rules.loginPair.points) return;
          await throttle.lock(rules.loginPair, pairKey);
          record('login-locked', attempt, accountId);
        },
        succeed: giveBack,
        async cancel() {
          await giveBack();
          await throttle.giveBack(rules.loginAddress, clientAddress);
        },
      };
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  return { admit: async (attempt) => (await admitDevice(attempt)) ?? admitUnknown(attempt) };
}
