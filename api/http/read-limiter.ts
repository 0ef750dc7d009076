import type { Context } from 'koa';
import type { Call } from '../../contract/call.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { getLimitKey } from './client-address.ts';
import { createRequestQueue, type Release } from './request-queue.ts';
import type { ApiSystem } from './system.ts';
import { enforceThrottle } from './throttling.ts';

/** Maximum numbers of concurrent reads in one process. */
export interface ReadSlots {
  readonly perAccount: number;
  readonly perAddress: number;
}

/** Default slots. Many people, for example in a school, can share an IP address. */
export const DEFAULT_READ_SLOTS: ReadSlots = { perAccount: 4, perAddress: 16 };

const MAX_WAITING = { perAccount: 64, perAddress: 256 };
const MAX_WAIT_MS = 5_000;
const MINUTE_SECONDS = 60;

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

/** Creates the read limiter of one process. Its counters are its own, so no read waits for a shared counter. */
export function createReadLimiter(
  system: Pick<ApiSystem, 'clientAddresses' | 'clock' | 'readsPerMinute' | 'throttle' | 'tokens'>,
  slots: ReadSlots,
): ReadLimiter {
  const { clientAddresses, clock, readsPerMinute, tokens } = system;
  const createQueue = (scope: keyof ReadSlots) =>
    createRequestQueue({ slots: slots[scope], maxWaiting: MAX_WAITING[scope], maxWaitMs: MAX_WAIT_MS });
  const createRule = (name: string, points: number): ThrottleRule => ({
    name,
    points,
    seconds: MINUTE_SECONDS,
    isPerProcess: true,
  });
  const accountQueue = createQueue('perAccount');
  const addressQueue = createQueue('perAddress');
  const accountRule = createRule('reads', readsPerMinute.perAccount);
  const addressRule = createRule('reads-address', readsPerMinute.perAddress);

  /** Reads the token without a database query. The session is checked later, while the request holds its slots. */
  async function readAccountId({ headers: { authorization = '' } }: Context): Promise<string | null> {
    if (!authorization) return null;
    const content = await tokens.read(authorization.replace(/^Bearer /i, ''), new Date(clock.now()));
    return content?.accountId ?? null;
  }

  /** While a request waits for the account slot, it holds no slot of the address. */
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
