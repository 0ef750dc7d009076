import { type ClientRequest, request } from 'node:http';
import { createAdoption } from '../../contract/adoption.ts';
import { waitUntil } from '../support/wait.ts';
import { createAdoptionForm } from './support/adoption.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const AT_ONCE = 8;
const OF_ACCOUNT = 2;
const OF_ADDRESS = 4;

let uploads: Upload[] = [];

setUpTestApi();
beforeEach(() => {
  uploads = [];
});
afterEach(() => {
  for (const { leave } of uploads) leave();
});

interface Upload {
  /** The status of the response, undefined while the server waits for more of the body. */
  readonly status: () => number | undefined;
  readonly retryAfter: () => string | undefined;
  /** Whether the server has closed the connection. */
  readonly isCut: () => boolean;
  readonly leave: () => void;
}

interface UploadOptions {
  readonly address: string;
  /** Bytes per second after the first ones. Default: none. */
  readonly rate?: number;
  /** Announced length; null announces none. */
  readonly length?: number | null;
}

const WRITES_PER_SECOND = 10;

/** Starts a large body that does not end. */
function beginUpload(token: string, { address, rate = 0, length = 5_000_000 }: UploadOptions): Upload {
  let status: number | undefined;
  let retryAfter: string | undefined;
  let isCut = false;
  const outgoing: ClientRequest = request(`${api.url}${createAdoption.path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      ...(length === null ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': length }),
    },
  });
  outgoing.on('response', (response) => {
    status = response.statusCode;
    retryAfter = response.headers['retry-after'];
    response.resume();
  });
  outgoing.on('error', () => {
    isCut = status === undefined;
  });
  outgoing.write('{"description":"');
  const piece = 'a'.repeat(rate / WRITES_PER_SECOND);
  const timer = setInterval(() => outgoing.write(piece), 1_000 / WRITES_PER_SECOND);
  outgoing.on('close', () => clearInterval(timer));
  const upload = {
    status: () => status,
    retryAfter: () => retryAfter,
    isCut: () => isCut,
    leave: () => void outgoing.destroy(),
  };
  uploads.push(upload);
  return upload;
}

const countRefused = (refusal: number): number => uploads.filter(({ status }) => status() === refusal).length;
const countCut = (): number => uploads.filter(({ isCut }) => isCut()).length;

let addresses = 0;
const createAddress = (): string => {
  addresses += 1;
  return `198.51.100.${addresses}`;
};

/** Sends a large body and returns the response; if it is admitted, the picture is rejected. */
async function sendLarge(token: string, address = createAddress()) {
  const body = createAdoptionForm({ imageBase64: 'A'.repeat(100_000) });
  return client.send(createAdoption, { token, body, headers: { 'X-Forwarded-For': address } });
}

const isTaken = async (token: string, address?: string): Promise<boolean> =>
  (await sendLarge(token, address)).body.code === 'UNSUPPORTED_PICTURE';

/** Takes all slots with two uploads of each of four accounts, each from another address. */
async function takeAllSlots(rate: number): Promise<void> {
  const people = await Promise.all(
    Array.from({ length: AT_ONCE / OF_ACCOUNT }, () => registerNewUser(client)),
  );
  for (const { token } of people) {
    const address = createAddress();
    for (let n = 0; n < OF_ACCOUNT; n += 1) beginUpload(token, { address, rate });
  }
}

test.each([
  ['of a known length', 5_000_000],
  ['of unknown length', null],
])('an account can have 2 uploads %s at a time', async (_, length) => {
  const [{ token }, other] = [await registerNewUser(client), await registerNewUser(client)];
  for (let n = 0; n < OF_ACCOUNT + 3; n += 1) beginUpload(token, { address: createAddress(), length });
  await waitUntil(() => countRefused(429) === 3);
  expect(uploads.find(({ status }) => status() === 429)?.retryAfter()).toBe('2');
  expect((await client.send(createAdoption, { token, body: createAdoptionForm() })).status).toBe(200);
  expect(await isTaken(other.token)).toBe(true);
  for (const { leave } of uploads) leave();
  await waitUntil(() => isTaken(token));
});

test('an address can have 4 uploads at a time, over all of its accounts', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => registerNewUser(client)));
  const address = createAddress();
  for (const { token } of people) for (let n = 0; n < 2; n += 1) beginUpload(token, { address });
  await waitUntil(() => countRefused(429) === 6 - OF_ADDRESS);
  const other = await registerNewUser(client);
  for (let n = 0; n <= OF_ACCOUNT; n += 1) expect((await sendLarge(other.token, address)).status).toBe(429);
  expect(await isTaken(other.token)).toBe(true);
});

test('uploads of 20 KB/s are cut when another one waits for a slot', async () => {
  await takeAllSlots(20_000);
  const { token } = await registerNewUser(client);
  for (let n = 0; n < 4; n += 1) expect(await isTaken(token)).toBe(true);
  expect(countCut()).toBeGreaterThan(0);
  expect(countRefused(503)).toBe(0);
});

test('a waiting upload is refused when fast uploads hold all slots', async () => {
  await takeAllSlots(64_000);
  const { token } = await registerNewUser(client);
  let refusal = await sendLarge(token);
  await waitUntil(async () => {
    if (refusal.status !== 503) refusal = await sendLarge(token);
    return refusal.status === 503;
  });
  expect([refusal.body.code, refusal.headers.get('retry-after')]).toEqual(['TOO_MANY_PICTURES', '2']);
  expect(countCut()).toBe(0);
});

test('uploads below 8 KB/s, and after 10 s below 32 KB/s, are cut even if none waits', async () => {
  const { token } = await registerNewUser(client);
  const silentUpload = beginUpload(token, { address: createAddress() });
  const slow = beginUpload(token, { address: createAddress(), rate: 20_000 });
  const other = await registerNewUser(client);
  const steadyUpload = beginUpload(other.token, { address: createAddress(), rate: 64_000 });
  await waitUntil(silentUpload.isCut, 10_000);
  expect(slow.isCut()).toBe(false);
  await waitUntil(slow.isCut);
  expect(steadyUpload.isCut()).toBe(false);
}, 40_000);
