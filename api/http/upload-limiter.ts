import type { IncomingMessage } from 'node:http';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { PicturesOverloaded } from '../../domain/ports/pictures.ts';
import { type ClientAddresses, getLimitKey } from './client-address.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { createTooManyRequestsFailure, RETRY_AFTER_SECONDS } from './failure.ts';
import { enforceMinimumRate, MIN_RATE, type RateMonitor } from './minimum-rate.ts';

/** Maximum number of concurrent large bodies in one process. */
const MAX_UPLOADS = 8;
/** Maximum number of concurrent large bodies per account. */
export const MAX_UPLOADS_PER_ACCOUNT = 2;
const MAX_UPLOADS_PER_ADDRESS = 4;

const MAX_WAIT_MS = 3_000;
const CHECK_INTERVAL_MS = 250;

/** Limits concurrent large bodies, each of which is kept in memory until the response is sent. */
export interface UploadLimiter {
  /**
   * Takes a slot and returns the function that frees it. When all slots are taken, aborts the slowest uploads
   * below 32 KB/s, one for each waiting upload.
   * @throws ApiFailure 429 when the account or the IP address has too many uploads
   * @throws PicturesOverloaded when no slot becomes free within 3 s, or the client disconnects
   */
  readonly begin: (accountId: AccountId, request: IncomingMessage) => Promise<() => void>;
}

/** Creates the upload limiter of one process. */
export function createUploadLimiter({ getAddress }: ClientAddresses): UploadLimiter {
  const takeAccountSlot = createConcurrencyLimiter({ perKey: MAX_UPLOADS_PER_ACCOUNT });
  const takeAddressSlot = createConcurrencyLimiter({ perKey: MAX_UPLOADS_PER_ADDRESS });
  const activeUploads = new Set<RateMonitor>();
  const waitingUploads = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  /** Aborts the slowest uploads below the minimum rate, one for each waiting upload. */
  function abortSlowest(): void {
    const slowUploads = [...activeUploads]
      .map((upload) => ({ upload, rate: upload.getRate() ?? MIN_RATE }))
      .filter(({ rate }) => rate < MIN_RATE)
      .sort((a, b) => a.rate - b.rate);
    for (const { upload } of slowUploads.slice(0, waitingUploads.size)) upload.abort();
  }

  function updateTimer(): void {
    if (waitingUploads.size > 0) timer ??= setInterval(abortSlowest, CHECK_INTERVAL_MS);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  }

  function takeSlot(request: IncomingMessage): () => void {
    const rateMonitor = enforceMinimumRate(request);
    activeUploads.add(rateMonitor);
    return () => {
      rateMonitor.stop();
      activeUploads.delete(rateMonitor);
      const [continueUpload] = waitingUploads;
      continueUpload?.();
    };
  }

  function waitForSlot(request: IncomingMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const cleanUp = (): void => {
        clearTimeout(timeout);
        request.off('close', rejectUpload);
        waitingUploads.delete(continueUpload);
        updateTimer();
      };
      const continueUpload = (): void => {
        cleanUp();
        resolve();
      };
      const rejectUpload = (): void => {
        cleanUp();
        reject(new PicturesOverloaded());
      };
      const timeout = setTimeout(rejectUpload, MAX_WAIT_MS);
      request.once('close', rejectUpload);
      waitingUploads.add(continueUpload);
      updateTimer();
    });
  }

  function countUpload(accountId: AccountId, request: IncomingMessage): () => void {
    const releaseAccount = takeAccountSlot(accountId);
    if (typeof releaseAccount === 'string') throw createTooManyRequestsFailure(RETRY_AFTER_SECONDS);
    const releaseAddress = takeAddressSlot(getLimitKey(getAddress(request)));
    if (typeof releaseAddress !== 'string')
      return () => {
        releaseAccount();
        releaseAddress();
      };
    releaseAccount();
    throw createTooManyRequestsFailure(RETRY_AFTER_SECONDS);
  }

  return {
    async begin(accountId, request) {
      const releaseCount = countUpload(accountId, request);
      try {
        if (activeUploads.size >= MAX_UPLOADS) await waitForSlot(request);
        const releaseSlot = takeSlot(request);
        return () => {
          releaseCount();
          releaseSlot();
        };
      } catch (error) {
        releaseCount();
        throw error;
      }
    },
  };
}
