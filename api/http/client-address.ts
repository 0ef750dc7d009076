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

const isNearby = (address: string): boolean =>
  isIP(address) !== 0 && NEARBY.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

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

/**
 * Where a request comes from, as throttles count it: an IPv4 address, or the /64 of an IPv6 one. A proxy near
 * this machine is believed, and only what it saw itself: the last entry of `X-Forwarded-For`.
 */
export function clientAddressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const peer = withoutMapping(socket.remoteAddress ?? '');
  const forwarded = withoutMapping(headers['x-forwarded-for']?.toString().split(',').at(-1)?.trim() ?? '');
  const believed = isIP(forwarded) !== 0 && isNearby(peer.split('%')[0] ?? '');
  const address = believed ? forwarded : peer;
  return isIPv6(address) ? networkOf(address) : address;
}
