import type { Context } from 'koa';
import type { Call } from '../../contract/call.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { limitKeyOf } from './client-address.ts';
import { createFairQueue, type Release } from './fair-queue.ts';
import type { ApiSystem } from './system.ts';
import { throttled } from './throttling.ts';

/** Maximum number of concurrent reads in one process. */
export interface ReadSlots {
  readonly ofAccount: number;
  readonly ofAddress: number;
}

/** Default maximums per account and per IP address. Many people, such as a school, may share an address. */
export const READ_SLOTS: ReadSlots = { ofAccount: 4, ofAddress: 16 };

const WAITING = { ofAccount: 64, ofAddress: 256 };
const WAIT_MS = 5_000;
const MINUTE = 60;

/** Queue group of all visitors of an address. */
const VISITORS = 'visitors';

/** Limits the reads per account and per IP address: concurrent ones, and those that start within a minute. */
export interface ReadLimiter {
  /**
   * Admits a request. It may wait for a slot for up to 5 s.
   * @throws ApiFailure 429 when a limit is exceeded, 408 when the client disconnects
   */
  readonly enter: (http: Context) => Promise<Release>;
}

/** Returns whether a call is a read that is limited. */
export const isLimitedRead = ({ method, unthrottled }: Call): boolean => method === 'GET' && !unthrottled;

/**
 * Creates the limiter of one process. Counters are per process, so that no read waits for a shared counter.
 */
export function createReadLimiter(
  system: Pick<ApiSystem, 'clientAddresses' | 'clock' | 'readsPerMinute' | 'throttle' | 'tokens'>,
  slots: ReadSlots,
): ReadLimiter {
  const { clientAddresses, clock, readsPerMinute, tokens } = system;
  const ofAccounts = createFairQueue({
    slots: slots.ofAccount,
    waiting: WAITING.ofAccount,
    waitMs: WAIT_MS,
  });
  const ofAddresses = createFairQueue({
    slots: slots.ofAddress,
    waiting: WAITING.ofAddress,
    waitMs: WAIT_MS,
  });
  const accountRule: ThrottleRule = {
    name: 'reads',
    points: readsPerMinute.ofAccount,
    seconds: MINUTE,
    perProcess: true,
  };
  const addressRule: ThrottleRule = {
    name: 'reads-address',
    points: readsPerMinute.ofAddress,
    seconds: MINUTE,
    perProcess: true,
  };

  /**
   * Returns the account of a valid token without a database query. The session is checked within the limits.
   */
  async function accountOf({ headers: { authorization = '' } }: Context): Promise<string | null> {
    if (!authorization) return null;
    const content = await tokens.read(authorization.replace(/^Bearer /i, ''), new Date(clock.now()));
    return content?.accountId ?? null;
  }

  /** Takes the slot of the account first: requests that wait for it then hold no slot of the address. */
  async function enterBoth(account: string, address: string, { res }: Context): Promise<Release> {
    const leaveAccount = await ofAccounts.enter(account, account, res);
    try {
      const leaveAddress = await ofAddresses.enter(address, account, res);
      return () => {
        leaveAddress();
        leaveAccount();
      };
    } catch (error) {
      leaveAccount();
      throw error;
    }
  }

  return {
    async enter(http) {
      const address = limitKeyOf(clientAddresses.addressOf(http.req));
      const account = await accountOf(http);
      await throttled(system, address, addressRule);
      if (account === null) return ofAddresses.enter(address, VISITORS, http.res);
      await throttled(system, account, accountRule);
      return enterBoth(account, address, http);
    },
  };
}
