import type { IncomingMessage } from 'node:http';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { PicturesOverloaded } from '../../domain/ports/pictures.ts';
import { demandPace } from './pace.ts';

/** Large bodies that one process holds in memory at a time. */
export const UPLOADS_AT_ONCE = 8;
/** Of these, so many from one account. */
export const UPLOADS_OF_ONE = 2;

/** Bounds the memory that large bodies take, from their first byte to the answer. One that comes too slowly is cut. */
export interface Uploads {
  /**
   * Takes a place for an account's request; what it gives back frees the place again.
   * @throws PicturesOverloaded when there is none
   */
  readonly begin: (accountId: AccountId, request: IncomingMessage) => () => void;
}

export function createUploads(): Uploads {
  const underWay = new Map<AccountId, number>();
  let all = 0;

  const count = (accountId: AccountId, by: 1 | -1): void => {
    all += by;
    const own = (underWay.get(accountId) ?? 0) + by;
    if (own === 0) underWay.delete(accountId);
    else underWay.set(accountId, own);
  };

  return {
    begin: (accountId, request) => {
      if (all >= UPLOADS_AT_ONCE || (underWay.get(accountId) ?? 0) >= UPLOADS_OF_ONE)
        throw new PicturesOverloaded();
      count(accountId, 1);
      const endWatch = demandPace(request);
      return () => {
        endWatch();
        count(accountId, -1);
      };
    },
  };
}
