import { Redis } from 'ioredis';
import { withListenerDetection } from '../../../adapters/fan-out/listener-detection.ts';
import { createRedisFanOut } from '../../../adapters/fan-out/redis.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { waitUntil } from '../../support/wait.ts';
import { testFanOut } from './contract.ts';

let database: TestDatabase;
let server: TestRedis;
let redis: Redis;
let unreachableRedis: Redis;

beforeAll(async () => {
  database = await createDatabase();
  server = await startRedis();
  redis = new Redis(server.url);
  unreachableRedis = new Redis('redis://127.0.0.1:9', { lazyConnect: true });
});
afterAll(async () => {
  redis.disconnect();
  unreachableRedis.disconnect();
  await server.stop();
  await database.drop();
});

const cutConnections = async (): Promise<void> => {
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
};

test('a message is not delivered to a system with another database of the same Redis', async () => {
  const otherDatabase = new Redis(server.url, { db: 1 });
  const [ownFanOut, otherFanOut] = [createRedisFanOut(redis), createRedisFanOut(otherDatabase)];
  const messages: string[] = [];
  let isListening = false;
  const listener = ownFanOut.subscribe('shared', {
    onMessage: (message) => void messages.push(message),
    onSubscribed: () => {
      isListening = true;
    },
  });
  try {
    await waitUntil(() => isListening && otherDatabase.status === 'ready');
    await otherFanOut.publish('shared', 'theirs');
    await ownFanOut.publish('shared', 'ours');
    await waitUntil(() => messages.includes('ours'));
    expect(messages).toEqual(['ours']);
  } finally {
    await listener.close();
    otherDatabase.disconnect();
  }
});

test('a Redis that does not respond delays no call', async () => {
  const pauseMs = 6_000;
  await redis.call('CLIENT', 'PAUSE', String(pauseMs), 'ALL');
  const startedAt = performance.now();
  await createRedisFanOut(redis).publish('paused', 'lost, or late');
  expect(performance.now() - startedAt).toBeLessThan(pauseMs - 2_000);
  await redis.ping();
}, 20_000);

describe('fan-out by Redis', () => {
  testFanOut(() => ({
    open: () => withListenerDetection(createRedisFanOut(redis)),
    openUnreachable: () => withListenerDetection(createRedisFanOut(unreachableRedis)),
    cutConnections,
    database,
  }));
});
