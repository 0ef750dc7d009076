import type { IncomingMessage } from 'node:http';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { PicturesOverloaded } from '../../domain/ports/pictures.ts';
import { demandPace } from './pace.ts';
import { createPlaces } from './places.ts';

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
  const places = createPlaces({ all: UPLOADS_AT_ONCE, ofOne: UPLOADS_OF_ONE });

  return {
    begin: (accountId, request) => {
      const free = places.take(accountId);
      if (typeof free === 'string') throw new PicturesOverloaded();
      const endWatch = demandPace(request);
      return () => {
        endWatch();
        free();
      };
    },
  };
}
