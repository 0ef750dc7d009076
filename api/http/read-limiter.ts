import type { Context } from 'koa';
import type { Call } from '../../contract/call.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { getLimitKey } from './client-address.ts';
import { createFairQueue, type Release } from './fair-queue.ts';
import type { ApiSystem } from './system.ts';
import { enforceThrottle } from './throttling.ts';

/** Maximum numbers of concurrent reads in one process. */
export interface ReadSlots {
  readonly perAccount: number;
  readonly perAddress: number;
}

/**
 * Default slots per account and per IP address. Many people, for example in a school, can share an IP
 * address.
 */
export const DEFAULT_READ_SLOTS: ReadSlots = { perAccount: 4, perAddress: 16 };

const MAX_WAITING = { perAccount: 64, perAddress: 256 };
const MAX_WAIT_MS = 5_000;
const MINUTE_SECONDS = 60;

/** Queue group for all visitors from one IP address. */
const VISITOR_GROUP = 'visitors';

/** Limits the number of concurrent reads and of reads per minute, for each account and each IP address. */
export interface ReadLimiter {
  /**
   * Admits a request. Waits up to 5 s for a slot.
   * @throws ApiFailure 429 when a limit is exceeded, 408 when the client disconnects
   */
  readonly enter: (http: Context) => Promise<Release>;
}

/** Returns whether the read limits apply to a call. */
export const isLimitedRead = ({ method, unthrottled }: Call): boolean => method === 'GET' && !unthrottled;

/**
 * Creates the read limiter of one process. Each process has its own counters, so no read waits for a shared
 * counter.
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
    isPerProcess: true,
  };
  const addressRule: ThrottleRule = {
    name: 'reads-address',
    points: readsPerMinute.perAddress,
    seconds: MINUTE_SECONDS,
    isPerProcess: true,
  };

  /**
   * Returns the account id in a valid token without a database query, or null if there is none. The session
   * itself is checked later, while the request holds its slots.
   */
  async function readAccountId({ headers: { authorization = '' } }: Context): Promise<string | null> {
    if (!authorization) return null;
    const content = await tokens.read(authorization.replace(/^Bearer /i, ''), new Date(clock.now()));
    return content?.accountId ?? null;
  }

  /**
   * Takes a slot of the account and then one of the IP address. While a request waits for the account slot,
   * it holds no slot of the address.
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
