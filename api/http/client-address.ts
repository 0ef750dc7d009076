import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { createNetworkSet } from '../../common/networks.ts';

/** Loopback, private and link-local networks, whose addresses are not reachable from the internet. */
const LOCAL_NETWORKS = createNetworkSet([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]);

/** Fields of a request that contain the client's address. */
export type ConnectedRequest = Pick<IncomingMessage, 'socket' | 'headers'>;

/** Resolves client IP addresses, also for clients behind trusted proxies. */
export interface ClientAddresses {
  /** IPv6 zone ids are removed. */
  readonly getAddress: (request: ConnectedRequest) => string;
  /** Trusted proxies forward requests from many clients. */
  readonly isTrustedProxy: (address: string) => boolean;
}

const normalizeAddress = (address: string): string =>
  (address.split('%')[0] as string).replace(/^::ffff:(?=\d+\.)/i, '');

/** Returns the remote IP address of a connection. */
export const getPeerAddress = ({ remoteAddress = '' }: { readonly remoteAddress?: string | undefined }) =>
  normalizeAddress(remoteAddress);

/**
 * Creates the resolver for client addresses. `X-Forwarded-For` is used only if the peer is a trusted proxy, and read
 * from right to left: the first address that is not a trusted proxy is the client. Entries before it may be forged.
 * @param trustedProxies networks in CIDR notation
 * @param onIgnoredPeer called once when an untrusted peer in a local network sends `X-Forwarded-For`. That peer is
 * probably a proxy that is missing from the settings
 */
export function createClientAddresses(
  trustedProxies: readonly string[],
  onIgnoredPeer: (peer: string) => void,
): ClientAddresses {
  const trustedNetworks = createNetworkSet(trustedProxies);
  let isReported = false;

  function reportIgnoredPeer(peer: string): void {
    if (isReported || !LOCAL_NETWORKS.has(peer)) return;
    isReported = true;
    onIgnoredPeer(peer);
  }

  function resolveClient(proxy: string, forwardedFor: string): string {
    let client = proxy;
    for (const entry of forwardedFor.split(',').reverse()) {
      const address = normalizeAddress(entry.trim());
      if (isIP(address) === 0) return client;
      client = address;
      if (!trustedNetworks.has(address)) return client;
    }
    return client;
  }

  return {
    getAddress({ socket, headers }) {
      const peer = getPeerAddress(socket);
      const forwardedFor = headers['x-forwarded-for']?.toString();
      if (forwardedFor === undefined) return peer;
      if (trustedNetworks.has(peer)) return resolveClient(peer, forwardedFor);
      reportIgnoredPeer(peer);
      return peer;
    },
    isTrustedProxy: trustedNetworks.has,
  };
}

/** Expects a valid IP address or an empty string. `isIPv6` of Node.js compares IPv4 addresses with a long pattern. */
const isIPv6 = (address: string): boolean => address.includes(':');

/** Returns the network of the first `groups` 16-bit groups of an IPv6 address, in CIDR notation. */
function truncateIPv6(address: string, groups: number): string {
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const headGroups = head === '' ? [] : head.split(':');
  const tailGroups = tail === '' ? [] : tail.split(':');
  const allGroups = address.includes('::')
    ? [
        ...headGroups,
        ...Array<string>(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill('0'),
        ...tailGroups,
      ]
    : headGroups;
  const networkGroups = allGroups.slice(0, groups).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${networkGroups.join(':')}::/${groups * 16}`;
}

/** Returns the rate-limit key for an IP address: the IPv4 address, or the /64 network of an IPv6 address. */
export const getLimitKey = (address: string): string =>
  isIPv6(address) ? truncateIPv6(address, 4) : address;

/** Returns the network of an IP address: the /24 for IPv4, the /48 for IPv6. */
export const getNetwork = (address: string): string =>
  isIPv6(address) ? truncateIPv6(address, 3) : address.replace(/\d+$/, '0/24');

/** Returns whether an IP address belongs to this machine or to a local network. */
export const isLocalAddress = LOCAL_NETWORKS.has;
