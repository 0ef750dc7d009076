import { createNetworkSet, isNetwork } from './networks.ts';

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['0.0.0.0/0', '203.0.113.7', true],
  ['fd00::/8', 'fd12::1', true],
  ['fd00::/8', 'fe80::1', false],
  ['2001:db8::1', '2001:db8::1', true],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['10.0.0.0/8', 'localhost', false],
])('whether the network %s contains %s: %s', (network, address, expected) => {
  expect(createNetworkSet([network]).has(address)).toBe(expected);
});

test.each([
  '',
  'localhost',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0/8',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
])('rejects "%s" as a network', (network) => {
  expect(isNetwork(network)).toBe(false);
  expect(() => createNetworkSet([network])).toThrow('is not a network');
});
