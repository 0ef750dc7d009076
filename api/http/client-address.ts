import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks that nobody calls from over the internet: whoever stands there is a proxy, or sits next to the machine. */
const NEARBY = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  NEARBY.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEARBY.addSubnet(network, bits, 'ipv6');

function isNearby(address: string): boolean {
  const plain = address.split('%')[0] as string;
  return isIP(plain) !== 0 && NEARBY.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** The first four groups of an IPv6 address: what one household or host is given. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = (address.split('%')[0] as string).toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const filled = address.includes('::')
    ? [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
    : before;
  return `${filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

type Request = Pick<IncomingMessage, 'socket' | 'headers'>;

function addressOf({ socket, headers }: Request): string {
  const peer = withoutMapping(socket.remoteAddress ?? '');
  const forwarded = withoutMapping(headers['x-forwarded-for']?.toString().split(',').at(-1)?.trim() ?? '');
  const believed = isIP(forwarded) !== 0 && isNearby(peer);
  return believed ? forwarded : peer;
}

const asCounted = (address: string): string => (isIPv6(address) ? networkOf(address) : address);

/**
 * Where a request comes from, as throttles count it: an IPv4 address, or the /64 of an IPv6 one. A proxy near
 * this machine is believed, and only what it saw itself: the last entry of `X-Forwarded-For`.
 */
export const clientAddressOf = (request: Request): string => asCounted(addressOf(request));

/** The same, or null for who is nearby: a proxy that does not tell whom it speaks for, or somebody on this network. */
export function distantAddressOf(request: Request): string | null {
  const address = addressOf(request);
  return isNearby(address) ? null : asCounted(address);
}
