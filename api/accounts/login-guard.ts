import type { Context } from 'koa';
import { sleep } from '../../common/timing.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import type { SecurityEventKind } from '../../domain/ports/security-events.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { createConcurrencyLimiter } from '../http/concurrency-limiter.ts';
import { createHttpFailure } from '../http/error-response.ts';
import { createLoginLockedFailure, createTooManyRequestsFailure } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, hashName, THROTTLE_RULES } from '../http/throttling.ts';

/** Number of failed logins per username and hour, from all networks, after which attempts are delayed. */
const FAILURES_BEFORE_DELAY = 50;
const MAX_DELAY_SECONDS = 30;
/** Maximum number of attempts that are delayed at the same time, in total and per network. */
const DELAY_LIMITS = { total: 200, perKey: 5 };
/** Per network. Further attempts are refused before any database query. */
const ATTEMPT_LIMITS = { perKey: 25 };
/** Concurrent device token lookups per network. */
const LOOKUP_LIMITS = { perKey: 10 };

/**
 * Returns the delay before a login attempt is processed, in seconds.
 * @param attempts number of failed and running attempts for the username, including this one
 */
export function getDelaySeconds(attempts: number): number {
  const delayedAttempts = attempts - FAILURES_BEFORE_DELAY;
  return delayedAttempts > 0 ? Math.min(MAX_DELAY_SECONDS, 2 ** (delayedAttempts - 1)) : 0;
}

interface LoginAttempt {
  /** Username with normalized case and characters, as used for comparisons. */
  readonly username: string;
  readonly deviceToken: string | null;
  readonly clientAddress: string;
  readonly clientNetwork: string;
  readonly http: Context;
}

interface PasswordCheck {
  /** Undefined when the username does not exist. */
  readonly accountId: AccountId | undefined;
  readonly isCorrect: boolean;
  /** Hash that the password was compared with; null if the account has none, undefined if a code was checked. */
  readonly passwordHash?: string | null;
}

/** Limits login attempts by IP address, by username and network, and by username alone. */
export interface LoginGuard {
  /**
   * Counts a login attempt and checks its password, unless the attempt is refused.
   * @param check checks the password in the given hashing queue group. If it throws, the error is rethrown
   *   and the attempt is not counted
   * @throws ApiFailure 429 when the attempt is refused
   * @throws PasswordsOverloaded when too many attempts from the network are running
   */
  readonly run: (
    attempt: LoginAttempt,
    check: (hashingGroup: string) => Promise<PasswordCheck>,
  ) => Promise<PasswordCheck>;
}

type TakenPoints = (readonly [rule: ThrottleRule, key: string])[];

type GuardSystem = Pick<ApiSystem, 'throttle' | 'privateData' | 'clock' | 'security'>;

/** Creates the login guard. Unknown usernames are treated like known ones. */
export function createLoginGuard({ throttle, privateData, clock, security }: GuardSystem): LoginGuard {
  const takeAttemptSlot = createConcurrencyLimiter(ATTEMPT_LIMITS);
  const takeLookupSlot = createConcurrencyLimiter(LOOKUP_LIMITS);
  const takeDelaySlot = createConcurrencyLimiter(DELAY_LIMITS);

  const recordSecurityEvent = (
    kind: SecurityEventKind,
    { clientNetwork }: LoginAttempt,
    accountId?: AccountId,
  ): void => security.record({ kind, accountId, network: clientNetwork });

  async function refundPoints(points: TakenPoints): Promise<void> {
    for (const [rule, key] of points) await throttle.refund(rule, key);
  }

  /** Refunds the consumed points if the check throws. */
  async function checkPassword(
    points: TakenPoints,
    check: () => Promise<PasswordCheck>,
  ): Promise<PasswordCheck> {
    try {
      return await check();
    } catch (error) {
      await refundPoints(points);
      throw error;
    }
  }

  /** Returns the throttle key of a device that has logged in before and has attempts left; null otherwise. */
  async function findDeviceKey(attempt: LoginAttempt): Promise<string | null> {
    const { deviceToken, username, clientNetwork } = attempt;
    if (!deviceToken) return null;
    const release = takeLookupSlot(clientNetwork);
    if (typeof release === 'string') return null;
    try {
      if (!(await privateData.devices.hasLoggedIn(deviceToken, username, clock.now()))) return null;
      const key = hashName(`${deviceToken} ${username}`);
      return (await throttle.take(THROTTLE_RULES.loginDevice, key)) === 0 ? key : null;
    } finally {
      release();
    }
  }

  /** Refuses the attempt when no point of the rule is left. Returns the number of consumed points. */
  async function takePoint(
    rule: ThrottleRule,
    key: string,
    points: TakenPoints,
    attempt: LoginAttempt,
  ): Promise<number> {
    const { wait: waitSeconds, taken: takenPoints } = await throttle.takeAndCount(rule, key);
    if (waitSeconds === 0) {
      points.push([rule, key]);
      return takenPoints;
    }
    recordSecurityEvent('login-locked', attempt);
    throw createLoginLockedFailure(waitSeconds);
  }

  /** Delays the attempt according to earlier failures before it enters the hashing queue. */
  async function delayAttempt(attempts: number, { clientNetwork, http }: LoginAttempt): Promise<void> {
    const seconds = getDelaySeconds(attempts);
    if (seconds === 0) return;
    const release = takeDelaySlot(clientNetwork);
    if (typeof release === 'string') throw createTooManyRequestsFailure(seconds);
    const disconnectController = new AbortController();
    const abort = (): void => disconnectController.abort();
    http.res.once('close', abort);
    try {
      await sleep(seconds * 1000, disconnectController.signal);
    } finally {
      http.res.off('close', abort);
      release();
    }
    if (disconnectController.signal.aborted) throw createHttpFailure(408);
  }

  async function runUnknownDevice(attempt: LoginAttempt, check: () => Promise<PasswordCheck>) {
    const { username, clientAddress, clientNetwork } = attempt;
    const pairKey = hashName(`${username} ${clientNetwork}`);
    await enforceThrottle({ throttle }, clientAddress, THROTTLE_RULES.loginAddress);
    const failures: TakenPoints = [];
    const pairFailures = await countFailure();
    const result = await checkPassword([...failures, [THROTTLE_RULES.loginAddress, clientAddress]], check);
    if (result.isCorrect) await refundPoints(failures);
    else if (pairFailures >= THROTTLE_RULES.loginPair.points) {
      await throttle.lock(THROTTLE_RULES.loginPair, pairKey);
      recordSecurityEvent('login-locked', attempt, result.accountId);
    }
    return result;

    /** Counts the attempt as a failure until it succeeds. Returns the failures for its username and network. */
    async function countFailure(): Promise<number> {
      try {
        const failureCount = await takePoint(THROTTLE_RULES.loginPair, pairKey, failures, attempt);
        await delayAttempt(
          await takePoint(THROTTLE_RULES.loginUsername, hashName(username), failures, attempt),
          attempt,
        );
        return failureCount;
      } catch (error) {
        await refundPoints(failures);
        throw error;
      }
    }
  }

  async function runAttempt(attempt: LoginAttempt, check: (hashingGroup: string) => Promise<PasswordCheck>) {
    const deviceKey = await findDeviceKey(attempt);
    const hashingGroup = `device ${attempt.clientNetwork}`;
    if (deviceKey) return checkPassword([[THROTTLE_RULES.loginDevice, deviceKey]], () => check(hashingGroup));
    const release = takeAttemptSlot(attempt.clientNetwork);
    if (typeof release === 'string') throw new PasswordsOverloaded();
    try {
      return await runUnknownDevice(attempt, () => check(attempt.clientNetwork));
    } finally {
      release();
    }
  }

  return {
    async run(attempt, check) {
      const result = await runAttempt(attempt, check);
      if (!result.isCorrect) recordSecurityEvent('login-failed', attempt, result.accountId);
      return result;
    },
  };
}
