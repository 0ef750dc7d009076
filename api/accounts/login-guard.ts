import type { Context } from 'koa';
import { pause } from '../../common/waiting.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { PasswordsOverloaded } from '../../domain/ports/passwords.ts';
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
/** Attempts of a network that run at a time: a flood of one network is refused before it costs the database anything. */
const RUNNING = { ofOne: 25 };
/** Device tokens of a network that are looked up at a time. */
const DEVICE_LOOKUPS = { ofOne: 10 };

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

/** What checking a password finds out. */
export interface CheckedPassword {
  /** Undefined when the username does not exist. */
  readonly accountId: AccountId | undefined;
  readonly isRight: boolean;
}

/** Limits login attempts by address, by username and network, and by username. */
export interface LoginGuard {
  /**
   * Checks the password of an attempt unless it is refused, and counts the attempt.
   * @param check receives the group in which the password waits to be hashed. What it throws is thrown again, and the
   *   attempt does not count
   * @throws ApiFailure 429 when the attempt is refused
   * @throws PasswordsOverloaded when too many attempts of the network run
   */
  readonly run: (
    attempt: LoginAttempt,
    check: (hashingGroup: string) => Promise<CheckedPassword>,
  ) => Promise<CheckedPassword>;
}

/** The points that an attempt holds, by their rules. */
type HeldPoints = (readonly [rule: ThrottleRule, key: string])[];

type GuardSystem = Pick<ApiSystem, 'throttle' | 'privateData' | 'clock' | 'security'>;

/** Creates the guard of logins. Unknown usernames are treated like known ones. */
export function createLoginGuard({ throttle, privateData, clock, security }: GuardSystem): LoginGuard {
  const running = createConcurrencyLimiter(RUNNING);
  const lookups = createConcurrencyLimiter(DEVICE_LOOKUPS);
  const delayed = createConcurrencyLimiter(DELAYED);

  const record = (kind: SecurityEventKind, { clientNetwork }: LoginAttempt, accountId?: AccountId): void =>
    security.record({ kind, accountId, network: clientNetwork });

  async function giveBack(points: HeldPoints): Promise<void> {
    for (const [rule, key] of points) await throttle.giveBack(rule, key);
  }

  /** Checks a password; the points are given back when that fails. */
  async function checked(
    points: HeldPoints,
    check: () => Promise<CheckedPassword>,
  ): Promise<CheckedPassword> {
    try {
      return await check();
    } catch (error) {
      await giveBack(points);
      throw error;
    }
  }

  /** The key of a device that logged in to the account before and has attempts left; null for any other. */
  async function knownDevice(attempt: LoginAttempt): Promise<string | null> {
    const { deviceToken, username, clientNetwork } = attempt;
    if (!deviceToken) return null;
    const leave = lookups.take(clientNetwork);
    if (typeof leave === 'string') return null;
    try {
      if (!(await privateData.devices.hasLoggedIn(deviceToken, username, clock.now()))) return null;
      const key = nameKey(`${deviceToken} ${username}`);
      return (await throttle.take(rules.loginDevice, key)) === 0 ? key : null;
    } finally {
      leave();
    }
  }

  /** Takes a point of a rule, and refuses the attempt when there is none. */
  async function takePoint(
    rule: ThrottleRule,
    key: string,
    points: HeldPoints,
    attempt: LoginAttempt,
  ): Promise<number> {
    const { wait, taken } = await throttle.takeCounted(rule, key);
    if (wait === 0) {
      points.push([rule, key]);
      return taken;
    }
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

  /** Runs an attempt of a device that is not known. */
  async function runUnknown(attempt: LoginAttempt, check: () => Promise<CheckedPassword>) {
    const { username, clientAddress, clientNetwork } = attempt;
    const pairKey = nameKey(`${username} ${clientNetwork}`);
    await throttled({ throttle }, clientAddress, rules.loginAddress);
    const failures: HeldPoints = [];
    const ofPair = await countFailure();
    const result = await checked([...failures, [rules.loginAddress, clientAddress]], check);
    if (result.isRight) await giveBack(failures);
    else if (ofPair >= rules.loginPair.points) {
      await throttle.lock(rules.loginPair, pairKey);
      record('login-locked', attempt, result.accountId);
    }
    return result;

    /** Counts the attempt as a failure until it succeeds; resolves with the failures of its pair. */
    async function countFailure(): Promise<number> {
      try {
        const taken = await takePoint(rules.loginPair, pairKey, failures, attempt);
        await delay(await takePoint(rules.loginUsername, nameKey(username), failures, attempt), attempt);
        return taken;
      } catch (error) {
        await giveBack(failures);
        throw error;
      }
    }
  }

  async function runAny(attempt: LoginAttempt, check: (hashingGroup: string) => Promise<CheckedPassword>) {
    const device = await knownDevice(attempt);
    const hashingGroup = `device ${attempt.clientNetwork}`;
    if (device) return checked([[rules.loginDevice, device]], () => check(hashingGroup));
    const leave = running.take(attempt.clientNetwork);
    if (typeof leave === 'string') throw new PasswordsOverloaded();
    try {
      return await runUnknown(attempt, () => check(attempt.clientNetwork));
    } finally {
      leave();
    }
  }

  return {
    async run(attempt, check) {
      const result = await runAny(attempt, check);
      if (!result.isRight) record('login-failed', attempt, result.accountId);
      return result;
    },
  };
}
