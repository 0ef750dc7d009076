import { setTimeout as delay } from 'node:timers/promises';
import type { RunningApi } from '../../api/main.ts';
import { deactivateProfile } from '../../contract/accounts.ts';
import { blockProfile } from '../../contract/hidden-profiles.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { waitUntil } from '../support/wait.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket, type TestSocket } from './support/socket.ts';

let secondApi: RunningApi;
let ana: AuthResponse;
let ben: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  secondApi = await api.startAnotherApi();
});

beforeEach(async () => {
  [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
});

/** Sends typing signals until one arrives. A process receives signals only after its subscription is established. */
async function signalUntilReceived(
  sender: TestSocket,
  receiver: AuthResponse,
  receiverSocket: TestSocket,
): Promise<void> {
  await waitUntil(async () => {
    sender.send({ typing: receiver.dataUser.id });
    await delay(50);
    return receiverSocket.typing.length > 0;
  });
}

/** Sends a typing signal to another account and waits until it arrives. By then, earlier signals have been handled. */
async function waitForLaterSignal(sender: TestSocket): Promise<void> {
  const eva = await registerNewUser(client);
  await signalUntilReceived(sender, eva, await connectSocket(api.url, eva.token, 'typing'));
}

const getHead = () => api.foundation.rawLog.head();

test('a signal reaches the receiver’s sockets in every process and is not logged', async () => {
  const anaSocket = await connectSocket(api.url, ana.token, 'typing');
  const benSocket = await connectSocket(api.url, ben.token, 'typing');
  const remoteBenSocket = await connectSocket(secondApi.url, ben.token, 'typing');
  const eva = await registerNewUser(client);
  const evaSocket = await connectSocket(api.url, eva.token, 'typing');
  const previousHead = await getHead();
  await signalUntilReceived(anaSocket, ben, remoteBenSocket);
  await signalUntilReceived(anaSocket, ben, benSocket);
  expect(new Set([...benSocket.typing, ...remoteBenSocket.typing])).toEqual(new Set([ana.dataUser.id]));
  expect(await getHead()).toBe(previousHead);
  expect([evaSocket.typing, anaSocket.typing, anaSocket.errors]).toEqual([[], [], []]);
});

test('a signal is not sent to clients that have not requested signals', async () => {
  const anaSocket = await connectSocket(api.url, ana.token, 'typing');
  const [subscriber, otherSocket] = [
    await connectSocket(api.url, ben.token, 'typing'),
    await connectSocket(api.url, ben.token),
  ];
  await signalUntilReceived(anaSocket, ben, subscriber);
  anaSocket.send({ receiverId: ben.dataUser.id, content: 'Hello' });
  await otherSocket.waitForMessage('Hello');
  expect(otherSocket.typing).toEqual([]);
});

test('a signal is sent at most once in two seconds to the same receiver', async () => {
  const anaSocket = await connectSocket(api.url, ana.token, 'typing');
  const benSocket = await connectSocket(api.url, ben.token, 'typing');
  await waitForLaterSignal(anaSocket);
  for (let count = 0; count < 10; count += 1) anaSocket.send({ typing: ben.dataUser.id });
  await waitForLaterSignal(anaSocket);
  expect(benSocket.typing).toEqual([ana.dataUser.id]);
});

test.each([
  ['blocks the author', () => client.ok(blockProfile, { token: ben.token, params: { id: ana.dataUser.id } })],
  [
    'is blocked by the author',
    () => client.ok(blockProfile, { token: ana.token, params: { id: ben.dataUser.id } }),
  ],
])('a signal to an account that %s is discarded without an error', async (_, action) => {
  const anaSocket = await connectSocket(api.url, ana.token, 'typing');
  const benSocket = await connectSocket(api.url, ben.token, 'typing');
  await action();
  anaSocket.send({ typing: ben.dataUser.id });
  await waitForLaterSignal(anaSocket);
  expect(benSocket.typing).toEqual([]);
  expect(anaSocket.errors).toEqual([]);
});

test('a signal to a hidden or unknown account, or to oneself, has no effect', async () => {
  const anaSocket = await connectSocket(api.url, ana.token, 'typing');
  await client.ok(deactivateProfile, { token: ben.token });
  for (const id of [ben.dataUser.id, '01980000-0000-7000-8000-00000000dead', ana.dataUser.id])
    anaSocket.send({ typing: id });
  await waitForLaterSignal(anaSocket);
  expect(anaSocket.typing).toEqual([]);
  expect(anaSocket.errors).toEqual([]);
});

test('a signal with a malformed id returns an error', async () => {
  const anaSocket = await connectSocket(api.url, ana.token, 'typing');
  anaSocket.send({ typing: 'nobody' });
  expect((await anaSocket.waitForError()).error.code).toBe('RECEIVER_NOT_FOUND');
});
