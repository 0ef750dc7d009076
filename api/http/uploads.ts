import type { IncomingMessage } from 'node:http';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { PicturesOverloaded } from '../../domain/ports/pictures.ts';
import { type ClientAddresses, limitKeyOf } from './client-address.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { RETRY_SECONDS, slowDown } from './failure.ts';
import { enforceMinimumRate, GOOD_RATE, type RateWatch } from './minimum-rate.ts';

/** Maximum number of concurrent large bodies in one process. */
export const UPLOADS_AT_ONCE = 8;
/** Maximum number of concurrent large bodies per account. */
export const UPLOADS_OF_ACCOUNT = 2;
/** Maximum number of concurrent large bodies per IP address. */
const UPLOADS_OF_ADDRESS = 4;

/** Maximum wait of an upload for a slot, in milliseconds. */
const WAIT_MS = 3_000;
const CHECK_MS = 250;

/** Limits the memory of large bodies, from the first byte to the response. */
export interface Uploads {
  /**
   * Takes a slot and returns the function that frees it. When all slots are taken, the slowest uploads below
   * 32 KB/s are cut, one for each waiting upload.
   * @throws ApiFailure 429 when the account or the address has too many uploads
   * @throws PicturesOverloaded when no slot becomes free within 3 s, or the client disconnects
   */
  readonly begin: (accountId: AccountId, request: IncomingMessage) => Promise<() => void>;
}

/** Creates the upload limits of one process. */
export function createUploads({ addressOf }: ClientAddresses): Uploads {
  const ofAccounts = createConcurrencyLimiter({ ofOne: UPLOADS_OF_ACCOUNT });
  const ofAddresses = createConcurrencyLimiter({ ofOne: UPLOADS_OF_ADDRESS });
  const holders = new Set<RateWatch>();
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  /** Cuts the slowest uploads, one for each waiting upload. */
  function cutSlowest(): void {
    const slow = [...holders]
      .map((holder) => ({ holder, rate: holder.rate() ?? GOOD_RATE }))
      .filter(({ rate }) => rate < GOOD_RATE)
      .sort((a, b) => a.rate - b.rate);
    for (const { holder } of slow.slice(0, waiting.size)) holder.cut();
  }

  function watchHolders(): void {
    if (waiting.size > 0) timer ??= setInterval(cutSlowest, CHECK_MS);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  }

  function hold(request: IncomingMessage): () => void {
    const watch = enforceMinimumRate(request);
    holders.add(watch);
    return () => {
      watch.end();
      holders.delete(watch);
      const [next] = waiting;
      next?.();
    };
  }

  function waitForPlace(request: IncomingMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(deadline);
        request.off('close', giveUp);
        waiting.delete(proceed);
        watchHolders();
      };
      const proceed = (): void => {
        leave();
        resolve();
      };
      const giveUp = (): void => {
        leave();
        reject(new PicturesOverloaded());
      };
      const deadline = setTimeout(giveUp, WAIT_MS);
      request.once('close', giveUp);
      waiting.add(proceed);
      watchHolders();
    });
  }

  /** Counts an upload of an account and of its address, and returns the function that ends it. */
  function count(accountId: AccountId, request: IncomingMessage): () => void {
    const leaveAccount = ofAccounts.take(accountId);
    if (typeof leaveAccount === 'string') throw slowDown(RETRY_SECONDS);
    const leaveAddress = ofAddresses.take(limitKeyOf(addressOf(request)));
    if (typeof leaveAddress !== 'string')
      return () => {
        leaveAccount();
        leaveAddress();
      };
    leaveAccount();
    throw slowDown(RETRY_SECONDS);
  }

  return {
    async begin(accountId, request) {
      const uncount = count(accountId, request);
      try {
        if (holders.size >= UPLOADS_AT_ONCE) await waitForPlace(request);
        const free = hold(request);
        return () => {
          uncount();
          free();
        };
      } catch (error) {
        uncount();
        throw error;
      }
    },
  };
}
