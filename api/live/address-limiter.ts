import {
  type ClientAddresses,
  type ConnectedRequest,
  getLimitKey,
  isLocalAddress,
} from '../http/client-address.ts';
import { createConcurrencyLimiter } from '../http/concurrency-limiter.ts';

/** Takes a slot for the client's IP address. Returns the function that frees it, or null when all are taken. */
export type AddressLimiter = (request: ConnectedRequest) => (() => void) | null;

const doNothing = (): void => {};

/** Creates a limiter for open connections per IP address, across all accounts. Local networks are exempt. */
export function createAddressLimiter({ getAddress }: ClientAddresses, maxPerAddress: number): AddressLimiter {
  const takeSlot = createConcurrencyLimiter({ perKey: maxPerAddress });
  return (request) => {
    const address = getAddress(request);
    if (isLocalAddress(address)) return doNothing;
    const release = takeSlot(getLimitKey(address));
    return typeof release === 'string' ? null : release;
  };
}
