import { setTimeout as delay } from 'node:timers/promises';
import type { RunningApi } from '../../api/main.ts';
import { deactivateProfile } from '../../contract/accounts.ts';
import { blockProfile } from '../../contract/hidden-profiles.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { waitUntil } from '../support/wait.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket, type TestSocket } from './support/socket.ts';

let second: RunningApi;
let ana: AuthResponse;
let ben: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  second = await api.startAnother();
});

beforeEach(async () => {
  [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
});

/**
 * Sends typing signals until one arrives: a process receives signals only after its subscription is
 * established.
 */
async function signalUntilReceived(from: TestSocket, receiver: AuthResponse, to: TestSocket): Promise<void> {
  await waitUntil(async () => {
    from.send({ typing: receiver.dataUser.id });
    await delay(50);
    return to.typing.length > 0;
  });
}

/** Waits until a signal to another account, sent after the earlier ones, has arrived. */
async function waitForLaterSignal(sender: TestSocket): Promise<void> {
  const eva = await registerNewUser(client);
  await signalUntilReceived(sender, eva, await connectSocket(api.url, eva.token, 'typing'));
}

const getHead = () => api.foundation.rawLog.head();

test('reaches the receiver’s sockets in every process, and is not in the log', async () => {
  const anas = await connectSocket(api.url, ana.token, 'typing');
  const here = await connectSocket(api.url, ben.token, 'typing');
  const there = await connectSocket(second.url, ben.token, 'typing');
  const eva = await registerNewUser(client);
  const evas = await connectSocket(api.url, eva.token, 'typing');
  const before = await getHead();
  await signalUntilReceived(anas, ben, there);
  await signalUntilReceived(anas, ben, here);
  expect(new Set([...here.typing, ...there.typing])).toEqual(new Set([ana.dataUser.id]));
  expect(await getHead()).toBe(before);
  expect([evas.typing, anas.typing, anas.errors]).toEqual([[], [], []]);
});

test('is not sent to clients that have not asked for it', async () => {
  const anas = await connectSocket(api.url, ana.token, 'typing');
  const [subscriber, other] = [
    await connectSocket(api.url, ben.token, 'typing'),
    await connectSocket(api.url, ben.token),
  ];
  await signalUntilReceived(anas, ben, subscriber);
  anas.send({ receiverId: ben.dataUser.id, content: 'Hello' });
  await other.waitForMessage('Hello');
  expect(other.typing).toEqual([]);
});

test('is sent at most once in two seconds to the same receiver', async () => {
  const anas = await connectSocket(api.url, ana.token, 'typing');
  const bens = await connectSocket(api.url, ben.token, 'typing');
  await waitForLaterSignal(anas);
  for (let times = 0; times < 10; times += 1) anas.send({ typing: ben.dataUser.id });
  await waitForLaterSignal(anas);
  expect(bens.typing).toEqual([ana.dataUser.id]);
});

test.each([
  ['blocks the author', () => client.ok(blockProfile, { token: ben.token, params: { id: ana.dataUser.id } })],
  [
    'is blocked by the author',
    () => client.ok(blockProfile, { token: ana.token, params: { id: ben.dataUser.id } }),
  ],
])('does not reach somebody who %s, without an error', async (_, refuse) => {
  const anas = await connectSocket(api.url, ana.token, 'typing');
  const bens = await connectSocket(api.url, ben.token, 'typing');
  await refuse();
  anas.send({ typing: ben.dataUser.id });
  await waitForLaterSignal(anas);
  expect(bens.typing).toEqual([]);
  expect(anas.errors).toEqual([]);
});

test('to a hidden or unknown account, or to oneself, has no effect', async () => {
  const anas = await connectSocket(api.url, ana.token, 'typing');
  await client.ok(deactivateProfile, { token: ben.token });
  for (const id of [ben.dataUser.id, '01980000-0000-7000-8000-00000000dead', ana.dataUser.id])
    anas.send({ typing: id });
  await waitForLaterSignal(anas);
  expect(anas.typing).toEqual([]);
  expect(anas.errors).toEqual([]);
});

test('with a malformed id is answered with an error', async () => {
  const anas = await connectSocket(api.url, ana.token, 'typing');
  anas.send({ typing: 'nobody' });
  expect((await anas.error()).error.code).toBe('RECEIVER_NOT_FOUND');
});
