import { BlockList, isIP, isIPv6 } from 'node:net';

/** Set of IP networks. */
interface NetworkSet {
  /** Returns whether an IP address is in one of the networks. Returns false if the string is not an IP address. */
  readonly has: (address: string) => boolean;
}

const getFamily = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

const getAddressBits = (address: string): number => (isIPv6(address) ? 128 : 32);

/**
 * Splits a network such as `10.0.0.0/8` into its address and prefix length. An address without a prefix is a network
 * with a single address. Returns null for a malformed network.
 */
function parseNetwork(network: string): { readonly address: string; readonly bits: number } | null {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  if (isIP(address) === 0) return null;
  const bits = prefix === undefined ? getAddressBits(address) : Number(prefix);
  return bits <= getAddressBits(address) ? { address, bits } : null;
}

/** Returns whether a string is an IP address, or a network in CIDR notation such as `10.0.0.0/8` or `fd00::/8`. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== null;

/**
 * Creates a set from IP networks in CIDR notation.
 * @throws Error for a malformed network
 */
export function createNetworkSet(networks: readonly string[]): NetworkSet {
  const list = new BlockList();
  for (const network of networks) {
    const parsed = parseNetwork(network);
    if (!parsed) throw new Error(`${network} is not a network.`);
    list.addSubnet(parsed.address, parsed.bits, getFamily(parsed.address));
  }
  return {
    has(address) {
      if (networks.length === 0) return false;
      const [plain = ''] = address.split('%');
      return isIP(plain) !== 0 && list.check(plain, getFamily(plain));
    },
  };
}
