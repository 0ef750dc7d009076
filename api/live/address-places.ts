import { type ClientAddresses, type ConnectedRequest, isNearby, limitKeyOf } from '../http/client-address.ts';
import { createConcurrencyLimiter } from '../http/concurrency-limiter.ts';

/** Takes a place of whoever calls; what it gives back frees the place again. Null when their address has none left. */
export type AddressPlaces = (request: ConnectedRequest) => (() => void) | null;

const uncounted = (): void => {};

/** Bounds how many stay connected from one address, however many accounts they have; those nearby are not counted. */
export function createAddressPlaces({ addressOf }: ClientAddresses, mostOfOneAddress: number): AddressPlaces {
  const limiter = createConcurrencyLimiter({ ofOne: mostOfOneAddress });
  return (request) => {
    const address = addressOf(request);
    if (isNearby(address)) return uncounted;
    const free = limiter.take(limitKeyOf(address));
    return typeof free === 'string' ? null : free;
  };
}
