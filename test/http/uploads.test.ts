import { type ClientRequest, request } from 'node:http';
import { createAdoption } from '../../contract/adoption.ts';
import { waitUntil } from '../support/wait.ts';
import { createAdoptionForm } from './support/adoption.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const MAX_UPLOADS = 8;
const MAX_PER_ACCOUNT = 2;
const MAX_PER_ADDRESS = 4;

let uploads: Upload[] = [];

setUpTestApi();
beforeEach(() => {
  uploads = [];
});
afterEach(() => {
  for (const { abort } of uploads) abort();
});

interface Upload {
  /** Returns the response status, or undefined before the response arrives. */
  readonly getStatus: () => number | undefined;
  readonly getRetryAfter: () => string | undefined;
  /** Returns whether the server has closed the connection without a response. */
  readonly isDisconnected: () => boolean;
  /** Closes the connection. */
  readonly abort: () => void;
}

interface UploadOptions {
  readonly address: string;
  /** Upload rate after the first bytes, in bytes per second. Default: 0. */
  readonly rate?: number;
  /** Content-Length in bytes. If null, the body is sent with chunked encoding. Default: 5,000,000. */
  readonly length?: number | null;
}

const WRITES_PER_SECOND = 10;

/** Starts an upload whose body never ends. */
function beginUpload(token: string, { address, rate = 0, length = 5_000_000 }: UploadOptions): Upload {
  let status: number | undefined;
  let retryAfter: string | undefined;
  let isDisconnected = false;
  const outgoingRequest: ClientRequest = request(`${api.url}${createAdoption.path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      ...(length === null ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': length }),
    },
  });
  outgoingRequest.on('response', (response) => {
    status = response.statusCode;
    retryAfter = response.headers['retry-after'];
    response.resume();
  });
  outgoingRequest.on('error', () => {
    isDisconnected = status === undefined;
  });
  outgoingRequest.write('{"description":"');
  const chunk = 'a'.repeat(rate / WRITES_PER_SECOND);
  const timer = setInterval(() => outgoingRequest.write(chunk), 1_000 / WRITES_PER_SECOND);
  outgoingRequest.on('close', () => clearInterval(timer));
  const upload = {
    getStatus: () => status,
    getRetryAfter: () => retryAfter,
    isDisconnected: () => isDisconnected,
    abort: () => void outgoingRequest.destroy(),
  };
  uploads.push(upload);
  return upload;
}

const countWithStatus = (expectedStatus: number): number =>
  uploads.filter(({ getStatus }) => getStatus() === expectedStatus).length;
const countDisconnected = (): number => uploads.filter(({ isDisconnected }) => isDisconnected()).length;

let addressCount = 0;
const createAddress = (): string => {
  addressCount += 1;
  return `198.51.100.${addressCount}`;
};

/** Sends a large body with an invalid picture. If the upload is admitted, the picture is rejected. */
async function sendLargeBody(token: string, address = createAddress()) {
  const body = createAdoptionForm({ imageBase64: 'A'.repeat(100_000) });
  return client.send(createAdoption, { token, body, headers: { 'X-Forwarded-For': address } });
}

const isAdmitted = async (token: string, address?: string): Promise<boolean> =>
  (await sendLargeBody(token, address)).body.code === 'UNSUPPORTED_PICTURE';

/** Occupies all upload slots. Four accounts with different IP addresses start two uploads each. */
async function occupyAllSlots(rate: number): Promise<void> {
  const people = await Promise.all(
    Array.from({ length: MAX_UPLOADS / MAX_PER_ACCOUNT }, () => registerNewUser(client)),
  );
  for (const { token } of people) {
    const address = createAddress();
    for (let n = 0; n < MAX_PER_ACCOUNT; n += 1) beginUpload(token, { address, rate });
  }
}

test.each([
  ['of a known length', 5_000_000],
  ['of unknown length', null],
])('an account can have 2 uploads %s at a time', async (_, length) => {
  const [{ token }, otherUser] = [await registerNewUser(client), await registerNewUser(client)];
  for (let n = 0; n < MAX_PER_ACCOUNT + 3; n += 1) beginUpload(token, { address: createAddress(), length });
  await waitUntil(() => countWithStatus(429) === 3);
  expect(uploads.find(({ getStatus }) => getStatus() === 429)?.getRetryAfter()).toBe('2');
  expect((await client.send(createAdoption, { token, body: createAdoptionForm() })).status).toBe(200);
  expect(await isAdmitted(otherUser.token)).toBe(true);
  for (const { abort } of uploads) abort();
  await waitUntil(() => isAdmitted(token));
});

test('an address can have 4 uploads at a time, over all of its accounts', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => registerNewUser(client)));
  const address = createAddress();
  for (const { token } of people) for (let n = 0; n < 2; n += 1) beginUpload(token, { address });
  await waitUntil(() => countWithStatus(429) === 6 - MAX_PER_ADDRESS);
  const otherUser = await registerNewUser(client);
  for (let n = 0; n <= MAX_PER_ACCOUNT; n += 1)
    expect((await sendLargeBody(otherUser.token, address)).status).toBe(429);
  expect(await isAdmitted(otherUser.token)).toBe(true);
});

test('uploads of 20 KB/s are disconnected when another one waits for a slot', async () => {
  await occupyAllSlots(20_000);
  const { token } = await registerNewUser(client);
  for (let n = 0; n < 4; n += 1) expect(await isAdmitted(token)).toBe(true);
  expect(countDisconnected()).toBeGreaterThan(0);
  expect(countWithStatus(503)).toBe(0);
});

test('a waiting upload is refused when fast uploads occupy all slots', async () => {
  await occupyAllSlots(64_000);
  const { token } = await registerNewUser(client);
  let refusal = await sendLargeBody(token);
  await waitUntil(async () => {
    if (refusal.status !== 503) refusal = await sendLargeBody(token);
    return refusal.status === 503;
  });
  expect([refusal.body.code, refusal.headers.get('retry-after')]).toEqual(['TOO_MANY_PICTURES', '2']);
  expect(countDisconnected()).toBe(0);
});

test('uploads below 8 KB/s, and after 10 s below 32 KB/s, are disconnected even if none waits', async () => {
  const { token } = await registerNewUser(client);
  const silentUpload = beginUpload(token, { address: createAddress() });
  const slowUpload = beginUpload(token, { address: createAddress(), rate: 20_000 });
  const otherUser = await registerNewUser(client);
  const steadyUpload = beginUpload(otherUser.token, { address: createAddress(), rate: 64_000 });
  await waitUntil(silentUpload.isDisconnected, 10_000);
  expect(slowUpload.isDisconnected()).toBe(false);
  await waitUntil(slowUpload.isDisconnected);
  expect(steadyUpload.isDisconnected()).toBe(false);
}, 40_000);
