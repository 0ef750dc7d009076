import { request } from 'node:http';
import { createThrottle } from '../../adapters/private-data/throttle.ts';
import { healthLive } from '../../contract/health.ts';
import { downloadData } from '../../contract/own-data.ts';
import { forYouPublications } from '../../contract/posts.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import { waitUntil } from '../support/wait.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const READS_PER_ACCOUNT = 30;
const READS_PER_ADDRESS = 50;

/** Number of reads that have arrived, and of those that are loading their session. */
let arrived = 0;
let running = 0;
/** Sessions are found once this resolves. */
let open: Promise<void> = Promise.resolve();
/** Downloads end once this resolves. */
let downloaded: Promise<void> = Promise.resolve();

async function* createChunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a');
  await downloaded;
  yield Buffer.from('b');
}

setUpTestApi({
  isThrottled: true,
  adapt: (foundation) => {
    const throttle = createThrottle({ pool: foundation.pool });
    const { sessions } = foundation.privateData;
    return {
      ...foundation,
      settings: {
        ...foundation.settings,
        readsPerAccount: READS_PER_ACCOUNT,
        readsPerAddress: READS_PER_ADDRESS,
      },
      throttle: {
        ...throttle,
        take: (rule: ThrottleRule, key: string) => {
          if (rule.name === 'reads') arrived += 1;
          return throttle.take(rule, key);
        },
      },
      privateData: {
        ...foundation.privateData,
        dataExports: {
          ...foundation.privateData.dataExports,
          readFile: async () => ({ bytes: 2, chunks: createChunks() }),
        },
        sessions: {
          ...sessions,
          findHolder: async (...args: Parameters<typeof sessions.findHolder>) => {
            running += 1;
            await open;
            running -= 1;
            return sessions.findHolder(...args);
          },
        },
      },
    };
  },
});
beforeEach(() => {
  arrived = 0;
});

let addresses = 0;
/** Headers of a client with a new address. */
const createNewAddress = () => {
  addresses += 1;
  return { 'X-Forwarded-For': `198.51.100.${addresses}` };
};

const read = (headers: Readonly<Record<string, string>>, token?: string) =>
  client.send(forYouPublications, { headers, ...(token && { token }) });

function createLock() {
  let unlock = (): void => {};
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  return { unlocked, unlock };
}

/** Blocks the reads of accounts. Returns the function that continues them. */
function blockSessions(): () => void {
  const { unlocked, unlock } = createLock();
  open = unlocked;
  return unlock;
}

/** Sends reads that cannot end, and returns how many run once all have arrived; then ends them. */
async function countRunning(reads: readonly (() => ReturnType<typeof read>)[]): Promise<number> {
  const unlock = blockSessions();
  const responses = reads.map((send) => send());
  await waitUntil(() => arrived === reads.length);
  // This read arrives after all earlier ones have taken their slots.
  expect((await read(createNewAddress())).status).toBe(200);
  const count = running;
  unlock();
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(reads.map(() => 200));
  return count;
}

test('runs 4 reads of an account at a time; further ones wait and are answered', async () => {
  const { token } = await registerNewUser(client);
  const reads = Array.from(
    { length: 12 },
    (_, n) => () =>
      read({ ...createNewAddress(), Authorization: `${n % 2 === 0 ? 'Bearer' : 'bearer'} ${token}` }),
  );
  expect(await countRunning(reads)).toBe(4);
});

test('runs 16 reads of an address at a time, over all of its accounts', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => registerNewUser(client)));
  const headers = createNewAddress();
  const reads = people.flatMap(({ token }) => Array.from({ length: 4 }, () => () => read(headers, token)));
  expect(await countRunning(reads)).toBe(16);
});

test('frees the slots of an account whose clients disconnect while they wait for their address', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => registerNewUser(client)));
  const { token } = await registerNewUser(client);
  const headers = createNewAddress();
  const unlock = blockSessions();
  const blockingReads = people.flatMap((person) =>
    Array.from({ length: 4 }, () => read(headers, person.token)),
  );
  await waitUntil(() => running === 16);
  const abandonedReads = Array.from({ length: 4 }, () =>
    request(api.url + forYouPublications.path, { headers: { ...headers, Authorization: `Bearer ${token}` } })
      .on('error', () => {})
      .end(),
  );
  await waitUntil(() => arrived === 20);
  // This read arrives after all earlier ones wait for their slots.
  await read(createNewAddress());
  for (const abandonedRead of abandonedReads) abandonedRead.destroy();
  const laterReads = Array.from({ length: 4 }, () => read(createNewAddress(), token));
  try {
    await waitUntil(() => running === 20);
  } finally {
    unlock();
  }
  const responses = await Promise.all([...blockingReads, ...laterReads]);
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('counts a download as a running read until it ends', async () => {
  const { token } = await registerNewUser(client);
  const { unlocked, unlock: endDownloads } = createLock();
  downloaded = unlocked;
  const path = downloadData.path.replace('{id}', '01980000-0000-7000-8000-000000000001');
  const downloads = await Promise.all(
    Array.from({ length: 4 }, () =>
      fetch(api.url + path, { headers: { ...createNewAddress(), Authorization: `Bearer ${token}` } }),
    ),
  );
  expect(downloads.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const unlock = blockSessions();
  const waitingRead = read(createNewAddress(), token);
  await waitUntil(() => arrived === 5);
  // This read arrives after the earlier one waits for its slot.
  await read(createNewAddress());
  const runningBefore = running;
  endDownloads();
  await waitUntil(() => running === 1);
  unlock();
  expect(runningBefore).toBe(0);
  expect((await waitingRead).status).toBe(200);
  expect(await Promise.all(downloads.map((download) => download.text()))).toEqual(Array(4).fill('ab'));
});

test('limits an account to READS_PER_ACCOUNT reads a minute over all addresses, without affecting others', async () => {
  const { token } = await registerNewUser(client);
  const statuses: number[] = [];
  for (let n = 0; n < READS_PER_ACCOUNT; n += 1)
    statuses.push((await read(createNewAddress(), token)).status);
  expect(statuses).toEqual(Array(READS_PER_ACCOUNT).fill(200));
  const { status, body, headers } = await read(createNewAddress(), token);
  expect([status, body.code]).toEqual([429, 'SLOW_DOWN']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const other = await registerNewUser(client);
  expect((await read(createNewAddress(), other.token)).status).toBe(200);
});

test('does not count the refused reads of an account for its address', async () => {
  const { token } = await registerNewUser(client);
  const headers = createNewAddress();
  for (let n = 0; n < READS_PER_ACCOUNT; n += 1) await read(headers, token);
  for (let n = 0; n < READS_PER_ADDRESS; n += 1) expect((await read(headers, token)).status).toBe(429);
  expect((await read(headers)).status).toBe(200);
});

test('limits an address to READS_PER_ADDRESS reads a minute, except health checks', async () => {
  const headers = createNewAddress();
  const statuses: number[] = [];
  for (let n = 0; n <= READS_PER_ADDRESS; n += 1) statuses.push((await read(headers)).status);
  expect(statuses).toEqual([...Array(READS_PER_ADDRESS).fill(200), 429]);
  expect((await client.send(healthLive, { headers })).status).toBe(200);
  expect((await read(createNewAddress())).status).toBe(200);
});
