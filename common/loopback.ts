import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Names that resolve to loopback addresses (RFC 6761, section 6.3). */
const LOCALHOST = /^(.+\.)?localhost\.?$/i;

/**
 * Returns whether a host is only reachable from this machine.
 * @param host host name or IP address; an IPv6 address can be in brackets
 */
export const isLoopback = (host: string): boolean => {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version === 0) return LOCALHOST.test(address);
  return LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
};
