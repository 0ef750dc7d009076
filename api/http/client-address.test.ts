import { createClientAddresses, getLimitKey, getNetwork } from './client-address.ts';

const TRUSTED_NETWORKS = ['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48'];

const createRequest = (remoteAddress: string, forwardedFor?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwardedFor } }) as never;

test.each([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['::1', '198.51.100.1', '::1'],
  ['192.168.0.5', '198.51.100.1', '192.168.0.5'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '6.6.6.6, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['127.0.0.1', '10.1.1.1, 10.1.2.3', '10.1.1.1'],
  ['127.0.0.1', '198.51.100.1, garbage', '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1, garbage, 10.1.2.3', '10.1.2.3'],
  ['2001:db8:ffff::5', '2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', undefined, 'fe80::1'],
])('the client of peer %s that forwards %s is %s', (peer, forwarded, expected) => {
  const { getAddress } = createClientAddresses(TRUSTED_NETWORKS, () => {});
  expect(getAddress(createRequest(peer, forwarded))).toBe(expected);
});

test('ignores X-Forwarded-For without trusted proxies', () => {
  const { getAddress } = createClientAddresses([], () => {});
  for (const peer of ['127.0.0.1', '::1', '10.1.2.3', '203.0.113.7'])
    expect(getAddress(createRequest(peer, '198.51.100.1'))).toBe(peer);
});

test('reports the first local peer whose X-Forwarded-For is ignored, once', () => {
  const ignoredPeers: string[] = [];
  const { getAddress } = createClientAddresses([], (peer) => ignoredPeers.push(peer));
  for (const peer of ['203.0.113.7', '172.17.0.1', '172.17.0.1', '10.0.0.1'])
    getAddress(createRequest(peer, '198.51.100.1'));
  expect(ignoredPeers).toEqual(['172.17.0.1']);
});

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['2001:0db8:0000:0001::9', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
])('the limit key of %s is %s, and its network is %s', (address, key, network) => {
  expect([getLimitKey(address), getNetwork(address)]).toEqual([key, network]);
});
