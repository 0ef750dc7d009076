import { Redis } from 'ioredis';
import { createRedisFanOut } from '../../../adapters/live/redis.ts';
import { freshDatabase, type TestDatabase } from '../../support/database.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { fanOutContract } from './contract.ts';

let database: TestDatabase;
let server: TestRedis;
let redis: Redis;
let away: Redis;

beforeAll(async () => {
  database = await freshDatabase();
  server = await startRedis();
  redis = new Redis(server.url);
  away = new Redis('redis://127.0.0.1:9', { lazyConnect: true });
});
afterAll(async () => {
  redis.disconnect();
  away.disconnect();
  await server.stop();
  await database.drop();
});

const cut = async (): Promise<void> => {
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
};

describe('a message by Redis', () => {
  fanOutContract(() => ({
    open: () => createRedisFanOut(redis),
    unreachable: () => createRedisFanOut(away),
    cut,
    database,
  }));
});
