import type { Context } from 'koa';
import { sleep } from '../../common/timing.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import type { SecurityEventKind } from '../../domain/ports/security-events.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { createConcurrencyLimiter } from '../http/concurrency-limiter.ts';
import { httpFailure } from '../http/error-answer.ts';
import { loginLocked, slowDown } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';
import { nameKey, rules, throttled } from '../http/throttling.ts';

/** Wrong passwords per username and hour, from all networks, after which further attempts are delayed. */
const PROMPT_FAILURES = 50;
const MAX_DELAY_SECONDS = 30;
/** Maximum number of delayed attempts at a time, in total and per network. */
const DELAYED = { all: 200, ofOne: 5 };
/** Maximum number of concurrent attempts per network. Further ones are refused before any database query. */
const RUNNING = { ofOne: 25 };
/** Maximum number of concurrent device token lookups per network. */
const DEVICE_LOOKUPS = { ofOne: 10 };

/**
 * Returns the delay of an attempt, in seconds.
 * @param attempts failed and running attempts of the username, including this one
 */
export function delaySeconds(attempts: number): number {
  const delayed = attempts - PROMPT_FAILURES;
  return delayed > 0 ? Math.min(MAX_DELAY_SECONDS, 2 ** (delayed - 1)) : 0;
}

/** A login attempt. */
export interface LoginAttempt {
  /** Normalized for comparison. */
  readonly username: string;
  /** The token of the client's device, or null. */
  readonly deviceToken: string | null;
  readonly clientAddress: string;
  readonly clientNetwork: string;
  readonly http: Context;
}

/** Result of a password check. */
export interface CheckedPassword {
  /** Undefined when the username does not exist. */
  readonly accountId: AccountId | undefined;
  readonly isRight: boolean;
}

/** Limits login attempts by address, by username and network, and by username. */
export interface LoginGuard {
  /**
   * Checks the password of an attempt unless it is refused, and counts the attempt.
   * @param check receives the group of the hashing queue. Its errors are rethrown, and the attempt is not
   *   counted
   * @throws ApiFailure 429 when the attempt is refused
   * @throws PasswordsOverloaded when too many attempts of the network run
   */
  readonly run: (
    attempt: LoginAttempt,
    check: (hashingGroup: string) => Promise<CheckedPassword>,
  ) => Promise<CheckedPassword>;
}

/** Throttle points that an attempt has taken. */
type HeldPoints = (readonly [rule: ThrottleRule, key: string])[];

type GuardSystem = Pick<ApiSystem, 'throttle' | 'privateData' | 'clock' | 'security'>;

/** Creates the login guard. Unknown usernames are treated like known ones. */
export function createLoginGuard({ throttle, privateData, clock, security }: GuardSystem): LoginGuard {
  const running = createConcurrencyLimiter(RUNNING);
  const lookups = createConcurrencyLimiter(DEVICE_LOOKUPS);
  const delayed = createConcurrencyLimiter(DELAYED);

  const record = (kind: SecurityEventKind, { clientNetwork }: LoginAttempt, accountId?: AccountId): void =>
    security.record({ kind, accountId, network: clientNetwork });

  async function giveBack(points: HeldPoints): Promise<void> {
    for (const [rule, key] of points) await throttle.giveBack(rule, key);
  }

  /** Checks a password. Returns the points if the check throws. */
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

  /** Returns the throttle key of a device that has logged in before and has attempts left, else null. */
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

  /**
   * Takes a point of a rule, or refuses the attempt when none is left. Returns the number of points taken.
   */
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

  /** Delays the attempt according to earlier failures, before it enters the hashing queue. */
  async function delay(attempts: number, { clientNetwork, http }: LoginAttempt): Promise<void> {
    const seconds = delaySeconds(attempts);
    if (seconds === 0) return;
    const leave = delayed.take(clientNetwork);
    if (typeof leave === 'string') throw slowDown(seconds);
    const left = new AbortController();
    const abort = (): void => left.abort();
    http.res.once('close', abort);
    try {
      await sleep(seconds * 1000, left.signal);
    } finally {
      http.res.off('close', abort);
      leave();
    }
    if (left.signal.aborted) throw httpFailure(408);
  }

  /** Runs an attempt of an unknown device. */
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

    /**
     * Counts the attempt as a failure until it succeeds. Returns the failures of its username and network.
     */
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
