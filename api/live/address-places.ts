import type { IncomingMessage } from 'node:http';
import { distantAddressOf } from '../http/client-address.ts';
import { createPlaces } from '../http/places.ts';

/** Takes a place of whoever calls; what it gives back frees the place again. Null when their address has none left. */
export type AddressPlaces = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => (() => void) | null;

const uncounted = (): void => {};

/** Bounds how many stay connected from one address, however many accounts they have; those nearby are not counted. */
export function createAddressPlaces(mostOfOneAddress: number): AddressPlaces {
  const places = createPlaces({ all: Number.POSITIVE_INFINITY, ofOne: mostOfOneAddress });
  return (request) => {
    const address = distantAddressOf(request);
    if (address === null) return uncounted;
    const free = places.take(address);
    return typeof free === 'string' ? null : free;
  };
}
