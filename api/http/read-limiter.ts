import type { Context } from 'koa';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import type { Call } from '../contract/call.ts';
import { limitKeyOf } from './client-address.ts';
import { createFairQueue, type Release } from './fair-queue.ts';
import type { ApiSystem } from './system.ts';
import { throttled } from './throttling.ts';

/** Reads that run at a time in one process. */
export interface ReadSlots {
  readonly ofAccount: number;
  readonly ofAddress: number;
}

/** Reads of an account, and of an IP address, which may be a school. */
export const READ_SLOTS: ReadSlots = { ofAccount: 4, ofAddress: 16 };

const WAITING = { ofAccount: 64, ofAddress: 256 };
const WAIT_MS = 5_000;
const MINUTE = 60;

/** The group of an address's visitors. */
const VISITORS = 'visitors';

/** Bounds the reads of accounts and of IP addresses: how many run at a time, and how many begin in a minute. */
export interface ReadLimiter {
  /**
   * Admits a request, after a wait if needed.
   * @throws ApiFailure 429
   */
  readonly enter: (http: Context) => Promise<Release>;
}

/** Returns whether a call is a read that the limits count. */
export const isLimitedRead = ({ method, unthrottled }: Call): boolean => method === 'GET' && !unthrottled;

/** Creates the limiter of one process; each process counts on its own, so that no read waits for a shared counter. */
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

  /** Returns the account that a valid token belongs to. The database is not asked: the session is checked inside the limits. */
  async function accountOf({ headers: { authorization = '' } }: Context): Promise<string | null> {
    if (!authorization) return null;
    const content = await tokens.read(authorization.replace(/^Bearer /i, ''), new Date(clock.now()));
    return content?.accountId ?? null;
  }

  /** The account's slot comes first: requests that wait for it hold no slot of the address. */
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
