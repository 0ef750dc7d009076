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

/** Number of read requests received so far in the test. */
let arrivedReads = 0;
/** Number of read requests whose session lookup is in progress. */
let runningReads = 0;
/** Session lookups wait for this promise. */
let sessionGate: Promise<void> = Promise.resolve();
/** Downloads send their last chunk only after this promise resolves. */
let downloadGate: Promise<void> = Promise.resolve();

async function* createChunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a');
  await downloadGate;
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
        // Sessions are then looked up for every read, which the tests can block.
        readCacheBytes: 0,
      },
      throttle: {
        ...throttle,
        take: (rule: ThrottleRule, key: string) => {
          if (rule.name === 'reads') arrivedReads += 1;
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
            runningReads += 1;
            await sessionGate;
            runningReads -= 1;
            return sessions.findHolder(...args);
          },
        },
      },
    };
  },
});
beforeEach(() => {
  arrivedReads = 0;
});

let addressCount = 0;
/** Creates headers for a client with a new IP address. */
const createClientHeaders = () => {
  addressCount += 1;
  return { 'X-Forwarded-For': `198.51.100.${addressCount}` };
};

const readFeed = (headers: Readonly<Record<string, string>>, token?: string) =>
  client.send(forYouPublications, { headers, ...(token && { token }) });

function createGate() {
  let openGate = (): void => {};
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  return { gate, openGate };
}

/** Blocks the session lookups of read requests. Returns a function that unblocks them. */
function blockSessions(): () => void {
  const { gate, openGate } = createGate();
  sessionGate = gate;
  return openGate;
}

/** Sends reads while session lookups are blocked, then unblocks them. Returns how many reads ran concurrently. */
async function countRunning(reads: readonly (() => ReturnType<typeof readFeed>)[]): Promise<number> {
  const openGate = blockSessions();
  const responses = reads.map((sendRead) => sendRead());
  await waitUntil(() => arrivedReads === reads.length);
  // This read arrives after all earlier ones have taken their slots.
  expect((await readFeed(createClientHeaders())).status).toBe(200);
  const count = runningReads;
  openGate();
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(reads.map(() => 200));
  return count;
}

test('runs 4 reads of an account at a time, and further ones afterwards', async () => {
  const { token } = await registerNewUser(client);
  const reads = Array.from(
    { length: 12 },
    (_, n) => () =>
      readFeed({ ...createClientHeaders(), Authorization: `${n % 2 === 0 ? 'Bearer' : 'bearer'} ${token}` }),
  );
  expect(await countRunning(reads)).toBe(4);
});

test('runs 16 reads of an address at a time, over all of its accounts', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => registerNewUser(client)));
  const headers = createClientHeaders();
  const reads = people.flatMap(({ token }) =>
    Array.from({ length: 4 }, () => () => readFeed(headers, token)),
  );
  expect(await countRunning(reads)).toBe(16);
});

test('frees the slots of an account whose clients disconnect while they wait for their address', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => registerNewUser(client)));
  const { token } = await registerNewUser(client);
  const headers = createClientHeaders();
  const openGate = blockSessions();
  const blockingReads = people.flatMap((person) =>
    Array.from({ length: 4 }, () => readFeed(headers, person.token)),
  );
  await waitUntil(() => runningReads === 16);
  const abandonedReads = Array.from({ length: 4 }, () =>
    request(api.url + forYouPublications.path, { headers: { ...headers, Authorization: `Bearer ${token}` } })
      .on('error', () => {})
      .end(),
  );
  await waitUntil(() => arrivedReads === 20);
  // This read arrives after all earlier ones wait for their slots.
  await readFeed(createClientHeaders());
  for (const abandonedRead of abandonedReads) abandonedRead.destroy();
  const laterReads = Array.from({ length: 4 }, () => readFeed(createClientHeaders(), token));
  try {
    await waitUntil(() => runningReads === 20);
  } finally {
    openGate();
  }
  const responses = await Promise.all([...blockingReads, ...laterReads]);
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('counts a download as a running read until it ends', async () => {
  const { token } = await registerNewUser(client);
  const { gate, openGate: endDownloads } = createGate();
  downloadGate = gate;
  const path = downloadData.path.replace('{id}', '01980000-0000-7000-8000-000000000001');
  const downloads = await Promise.all(
    Array.from({ length: 4 }, () =>
      fetch(api.url + path, { headers: { ...createClientHeaders(), Authorization: `Bearer ${token}` } }),
    ),
  );
  expect(downloads.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const openGate = blockSessions();
  const waitingRead = readFeed(createClientHeaders(), token);
  await waitUntil(() => arrivedReads === 5);
  // This read arrives after the earlier one waits for its slot.
  await readFeed(createClientHeaders());
  const runningDuringDownloads = runningReads;
  endDownloads();
  await waitUntil(() => runningReads === 1);
  openGate();
  expect(runningDuringDownloads).toBe(0);
  expect((await waitingRead).status).toBe(200);
  expect(await Promise.all(downloads.map((download) => download.text()))).toEqual(Array(4).fill('ab'));
});

test('limits an account to READS_PER_ACCOUNT reads a minute over all addresses, without affecting others', async () => {
  const { token } = await registerNewUser(client);
  const statuses: number[] = [];
  for (let n = 0; n < READS_PER_ACCOUNT; n += 1)
    statuses.push((await readFeed(createClientHeaders(), token)).status);
  expect(statuses).toEqual(Array(READS_PER_ACCOUNT).fill(200));
  const { status, body, headers } = await readFeed(createClientHeaders(), token);
  expect([status, body.code]).toEqual([429, 'SLOW_DOWN']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const otherUser = await registerNewUser(client);
  expect((await readFeed(createClientHeaders(), otherUser.token)).status).toBe(200);
});

test('does not count the refused reads of an account for its address', async () => {
  const { token } = await registerNewUser(client);
  const headers = createClientHeaders();
  for (let n = 0; n < READS_PER_ACCOUNT; n += 1) await readFeed(headers, token);
  for (let n = 0; n < READS_PER_ADDRESS; n += 1) expect((await readFeed(headers, token)).status).toBe(429);
  expect((await readFeed(headers)).status).toBe(200);
});

test('limits an address to READS_PER_ADDRESS reads a minute, except health checks', async () => {
  const headers = createClientHeaders();
  const statuses: number[] = [];
  for (let n = 0; n <= READS_PER_ADDRESS; n += 1) statuses.push((await readFeed(headers)).status);
  expect(statuses).toEqual([...Array(READS_PER_ADDRESS).fill(200), 429]);
  expect((await client.send(healthLive, { headers })).status).toBe(200);
  expect((await readFeed(createClientHeaders())).status).toBe(200);
});
