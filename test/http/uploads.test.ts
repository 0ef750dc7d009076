import { type ClientRequest, request } from 'node:http';
import { createAdoption } from '../../api/contract/adoption.ts';
import { UPLOADS_AT_ONCE, UPLOADS_OF_ONE } from '../../api/http/uploads.ts';
import { until } from '../support/wait.ts';
import { adoptionForm } from './support/adoption.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';
import { newUser } from './support/people.ts';

let api: TestApi;
let client: Client;
let slow: Upload[] = [];

beforeAll(async () => {
  api = await startTestApi();
  client = createClient(api.url);
});
afterAll(() => api.close());
beforeEach(() => {
  slow = [];
});
afterEach(() => {
  for (const { leave } of slow) leave();
});

interface Upload {
  /** The status it was answered with, once it was; undefined while the server waits for more of it. */
  readonly status: () => number | undefined;
  readonly retryAfter: () => string | undefined;
  readonly leave: () => void;
}

/** Sends a little of a large body and no more; `length` leaves out how much it will be. */
function beginUpload(token: string, length: number | null = 5_000_000): Upload {
  let status: number | undefined;
  let retryAfter: string | undefined;
  const sent: ClientRequest = request(`${api.url}${createAdoption.path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...(length === null ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': length }),
    },
  });
  sent.on('response', (response) => {
    status = response.statusCode;
    retryAfter = response.headers['retry-after'];
    response.resume();
  });
  sent.on('error', () => {});
  sent.write('{"description":"');
  const upload = { status: () => status, retryAfter: () => retryAfter, leave: () => void sent.destroy() };
  slow.push(upload);
  return upload;
}

const refused = (): number => slow.filter(({ status }) => status() === 503).length;

/** Whether a large body is taken, rather than refused for want of a place. */
async function takesLarge(token: string): Promise<boolean> {
  const body = adoptionForm({ imageBase64: 'A'.repeat(100_000) });
  const answer = await client.send(createAdoption, { token, body });
  if (answer.status !== 503) expect(answer.body.code).toBe('UNSUPPORTED_PICTURE');
  return answer.status !== 503;
}

test.each([
  ['of a known length', 5_000_000],
  ['of unknown length', null],
])('one account holds few large bodies %s at a time, however slowly they come', async (_, length) => {
  const [{ token }, other] = [await newUser(client), await newUser(client)];
  for (let number = 0; number < UPLOADS_OF_ONE + 3; number += 1) beginUpload(token, length);
  await until(() => refused() === 3);
  expect(slow.find(({ status }) => status() === 503)?.retryAfter()).toBe('2');
  expect((await client.send(createAdoption, { token, body: adoptionForm() })).status).toBe(200);
  expect(await takesLarge(other.token)).toBe(true);

  for (const { leave } of slow) leave();
  await until(() => takesLarge(token));
});

test('all accounts together hold few large bodies at a time', async () => {
  const people = await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE / UPLOADS_OF_ONE + 1 }, () => newUser(client)),
  );
  for (const { token } of people)
    for (let number = 0; number < UPLOADS_OF_ONE; number += 1) beginUpload(token);
  await until(() => refused() === UPLOADS_OF_ONE);
  for (const { leave } of slow) leave();
  await until(() => takesLarge((people[0] as { token: string }).token));
});

test('uploads that bring next to nothing keep nobody out for long', async () => {
  const people = await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE / UPLOADS_OF_ONE }, () => newUser(client)),
  );
  for (const { token } of people)
    for (let number = 0; number < UPLOADS_OF_ONE; number += 1) beginUpload(token);
  const { token } = await newUser(client);
  await until(async () => !(await takesLarge(token)));
  await until(() => takesLarge(token));
  expect(slow.map(({ status }) => status())).toEqual(Array(UPLOADS_AT_ONCE).fill(undefined));
});
