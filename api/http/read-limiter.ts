import type { Context } from 'koa';
import type { Call } from '../../contract/call.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { getLimitKey } from './client-address.ts';
import { createFairQueue, type Release } from './fair-queue.ts';
import type { ApiSystem } from './system.ts';
import { enforceThrottle } from './throttling.ts';

/** Maximum number of concurrent reads in one process. */
export interface ReadSlots {
  readonly perAccount: number;
  readonly perAddress: number;
}

/** Default slots per account and per IP address. Many people, such as a school, may share an address. */
export const DEFAULT_READ_SLOTS: ReadSlots = { perAccount: 4, perAddress: 16 };

const MAX_WAITING = { perAccount: 64, perAddress: 256 };
const MAX_WAIT_MS = 5_000;
const MINUTE_SECONDS = 60;

/** Queue group of all visitors of an address. */
const VISITOR_GROUP = 'visitors';

/** Limits the reads per account and per IP address: concurrent ones, and those that start within a minute. */
export interface ReadLimiter {
  /**
   * Admits a request. It may wait for a slot for up to 5 s.
   * @throws ApiFailure 429 when a limit is exceeded, 408 when the client disconnects
   */
  readonly enter: (http: Context) => Promise<Release>;
}

/** Returns whether a call is a read with limits. */
export const isLimitedRead = ({ method, unthrottled }: Call): boolean => method === 'GET' && !unthrottled;

/**
 * Creates the limiter of one process. Counters are per process, so that no read waits for a shared counter.
 */
export function createReadLimiter(
  system: Pick<ApiSystem, 'clientAddresses' | 'clock' | 'readsPerMinute' | 'throttle' | 'tokens'>,
  slots: ReadSlots,
): ReadLimiter {
  const { clientAddresses, clock, readsPerMinute, tokens } = system;
  const accountQueue = createFairQueue({
    slots: slots.perAccount,
    maxWaiting: MAX_WAITING.perAccount,
    maxWaitMs: MAX_WAIT_MS,
  });
  const addressQueue = createFairQueue({
    slots: slots.perAddress,
    maxWaiting: MAX_WAITING.perAddress,
    maxWaitMs: MAX_WAIT_MS,
  });
  const accountRule: ThrottleRule = {
    name: 'reads',
    points: readsPerMinute.perAccount,
    seconds: MINUTE_SECONDS,
    perProcess: true,
  };
  const addressRule: ThrottleRule = {
    name: 'reads-address',
    points: readsPerMinute.perAddress,
    seconds: MINUTE_SECONDS,
    perProcess: true,
  };

  /**
   * Returns the account of a valid token without a database query. The session is checked within the limits.
   */
  async function readAccountId({ headers: { authorization = '' } }: Context): Promise<string | null> {
    if (!authorization) return null;
    const content = await tokens.read(authorization.replace(/^Bearer /i, ''), new Date(clock.now()));
    return content?.accountId ?? null;
  }

  /**
   * Takes a slot of the account and then one of the address, so that requests that wait for the account hold
   * no slot of the address.
   */
  async function enterBothQueues(account: string, address: string, { res }: Context): Promise<Release> {
    const releaseAccountSlot = await accountQueue.enter(account, account, res);
    try {
      const releaseAddressSlot = await addressQueue.enter(address, account, res);
      return () => {
        releaseAddressSlot();
        releaseAccountSlot();
      };
    } catch (error) {
      releaseAccountSlot();
      throw error;
    }
  }

  return {
    async enter(http) {
      const address = getLimitKey(clientAddresses.getAddress(http.req));
      const account = await readAccountId(http);
      // The account's rule comes first, so that its refused reads do not count for a shared address.
      if (account !== null) await enforceThrottle(system, account, accountRule);
      await enforceThrottle(system, address, addressRule);
      return account === null
        ? addressQueue.enter(address, VISITOR_GROUP, http.res)
        : enterBothQueues(account, address, http);
    },
  };
}
