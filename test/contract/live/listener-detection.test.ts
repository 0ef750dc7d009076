import { withListenerDetection } from '../../../adapters/fan-out/listener-detection.ts';
import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import type { FanOut } from '../../../domain/ports/fan-out.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { waitUntil } from '../../support/wait.ts';

const TOPIC = 'news';
const HEARTBEAT_TOPIC = 'kindra_listeners';
/** The timeout is so long that a busy machine delays no heartbeat by as much. */
const TIMING = { heartbeatIntervalMs: 20, timeoutMs: 1_500, maxOwnAgeMs: 1_000 };
const NEVER_MS = 3_600_000;

let database: TestDatabase;
const closeFunctions: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  for (const close of closeFunctions.splice(0)) await close();
});
afterAll(() => database.drop());

/** Opens the fan-out of a process, which listens to one topic. Records the messages that it sends and receives. */
async function openProcess({ timing = TIMING, losesHeartbeats = false } = {}) {
  const fanOut = createPostgresFanOut(database.pool);
  const sentMessages: string[] = [];
  const receivedMessages: string[] = [];
  const recordingFanOut: FanOut = {
    ...fanOut,
    publish: async (topic, message) => {
      if (topic !== HEARTBEAT_TOPIC) sentMessages.push(message);
      else if (losesHeartbeats) return;
      await fanOut.publish(topic, message);
    },
  };
  const detectingFanOut = withListenerDetection(recordingFanOut, timing);
  let isSubscribed = false;
  const { close } = detectingFanOut.subscribe(TOPIC, {
    onMessage: (message) => receivedMessages.push(message),
    onSubscribed: () => {
      isSubscribed = true;
    },
  });
  closeFunctions.push(close);
  await waitUntil(() => isSubscribed);
  return {
    publish: (message: string) => detectingFanOut.publish(TOPIC, message),
    /** Returns whether no other process is known to listen. */
    isAlone: () => detectingFanOut.createStatement?.(TOPIC, '') === null,
    sentMessages,
    receivedMessages,
    close,
  };
}

async function cutConnections(): Promise<void> {
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`,
  );
}

test('a process that has heard no other one for a while delivers its messages itself', async () => {
  const process = await openProcess();
  expect(process.isAlone()).toBe(false);
  await process.publish('sent');
  await waitUntil(process.isAlone);
  await process.publish('delivered');
  expect(process.sentMessages).toEqual(['sent']);
  expect(process.receivedMessages).toEqual(['sent', 'delivered']);
});

test('messages reach a process that starts later', async () => {
  const process = await openProcess();
  await waitUntil(process.isAlone);
  const otherProcess = await openProcess();
  await waitUntil(() => !process.isAlone());
  await process.publish('for both');
  await waitUntil(() => [process, otherProcess].every(({ receivedMessages }) => receivedMessages.length > 0));
  expect([process.receivedMessages, otherProcess.receivedMessages]).toEqual([['for both'], ['for both']]);
});

test('processes keep sending messages while they hear each other', async () => {
  const [process, otherProcess] = [await openProcess(), await openProcess()];
  const since = performance.now();
  await waitUntil(() => {
    expect([process.isAlone(), otherProcess.isAlone()]).toEqual([false, false]);
    return performance.now() - since > 2 * TIMING.timeoutMs;
  });
});

test('a process that ends is forgotten', async () => {
  const [process, otherProcess] = [await openProcess(), await openProcess()];
  await otherProcess.close();
  await waitUntil(process.isAlone);
});

test('a process that does not receive its own heartbeats sends all messages', async () => {
  const process = await openProcess({ losesHeartbeats: true, timing: { ...TIMING, timeoutMs: 0 } });
  expect(process.isAlone()).toBe(false);
  await process.publish('sent');
  expect(process.sentMessages).toEqual(['sent']);
});

test('a process whose heartbeats no longer arrive sends all messages', async () => {
  const timing = { heartbeatIntervalMs: NEVER_MS, timeoutMs: 100, maxOwnAgeMs: 4_000 };
  const process = await openProcess({ timing });
  await waitUntil(process.isAlone);
  await waitUntil(() => !process.isAlone());
});

test('a process listens for others again after it has lost its connection', async () => {
  const process = await openProcess({ timing: { ...TIMING, maxOwnAgeMs: NEVER_MS } });
  await waitUntil(process.isAlone);
  await cutConnections();
  await waitUntil(() => !process.isAlone());
  await waitUntil(process.isAlone);
});
