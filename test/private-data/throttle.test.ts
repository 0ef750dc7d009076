import { Redis } from 'ioredis';
import { createThrottle } from '../../adapters/private-data/throttle.ts';
import type { Throttle, ThrottleRule } from '../../domain/ports/throttle.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const NO_RETRY_OPTIONS = { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: true };

let database: TestDatabase;
let server: TestRedis;
let redis: Redis;

beforeAll(async () => {
  database = await createDatabase();
  server = await startRedis();
  redis = new Redis(server.url, NO_RETRY_OPTIONS);
  redis.on('error', () => {});
  await redis.connect();
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
  await database.drop();
});

let ruleCount = 0;
const createRule = (points: number, seconds = 60): ThrottleRule => {
  ruleCount += 1;
  return { name: `rule-${ruleCount}`, points, seconds };
};

const takeRepeatedly = async (throttle: Throttle, rule: ThrottleRule, key: string, times: number) => {
  const waits: number[] = [];
  for (let n = 0; n < times; n += 1) waits.push(await throttle.take(rule, key));
  return waits;
};

describe.each([
  ['PostgreSQL', () => createThrottle({ pool: database.pool })],
  ['Redis', () => createThrottle({ pool: database.pool, redis })],
])('on %s', (_, createTestThrottle) => {
  test('grants the points of the rule, then returns the seconds to wait', async () => {
    const waits = await takeRepeatedly(createTestThrottle(), createRule(3), 'somebody', 5);
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    for (const waitSeconds of waits.slice(3)) {
      expect(waitSeconds).toBeGreaterThan(0);
      expect(waitSeconds).toBeLessThanOrEqual(60);
    }
  });

  test('counts per key and rule over all processes', async () => {
    const [first, second] = [createTestThrottle(), createTestThrottle()];
    const [rule, otherRule] = [createRule(2), createRule(2)];
    expect(await first.take(rule, 'a')).toBe(0);
    expect(await second.take(rule, 'a')).toBe(0);
    expect(await first.take(rule, 'a')).toBeGreaterThan(0);
    expect(await second.take(rule, 'a')).toBeGreaterThan(0);
    expect(await first.take(rule, 'b')).toBe(0);
    expect(await first.take(otherRule, 'a')).toBe(0);
  });

  test('refunds points', async () => {
    const throttle = createTestThrottle();
    const rule = createRule(2);
    await throttle.take(rule, 'a');
    await throttle.take(rule, 'a');
    await throttle.refund(rule, 'a');
    expect(await throttle.take(rule, 'a')).toBe(0);
    expect(await throttle.take(rule, 'a')).toBeGreaterThan(0);
  });

  test('counts granted points, not refused ones', async () => {
    const [first, second] = [createTestThrottle(), createTestThrottle()];
    const rule: ThrottleRule = { ...createRule(2), isRefundable: true };
    expect(await first.takeAndCount(rule, 'a')).toEqual({ wait: 0, taken: 1 });
    expect(await second.takeAndCount(rule, 'a')).toEqual({ wait: 0, taken: 2 });
    for (const throttle of [first, second, first])
      expect(await throttle.takeAndCount(rule, 'a')).toEqual({ wait: expect.any(Number), taken: 2 });
    await second.refund(rule, 'a');
    expect(await first.takeAndCount(rule, 'a')).toEqual({ wait: 0, taken: 2 });
  });

  test('locks a key for the duration of the rule, even if points are refunded', async () => {
    const [first, second] = [createTestThrottle(), createTestThrottle()];
    const rule: ThrottleRule = { ...createRule(2, 100), isRefundable: true };
    await first.takeAndCount(rule, 'a');
    await first.lock(rule, 'a');
    for (let n = 0; n < 5; n += 1) await first.refund(rule, 'a');
    for (const throttle of [first, second]) {
      const { wait } = await throttle.takeAndCount(rule, 'a');
      expect(wait).toBeGreaterThan(90);
      expect(wait).toBeLessThanOrEqual(100);
    }
  });

  test('with shares, grants exactly all points to one or many processes', async () => {
    const singleRule: ThrottleRule = { ...createRule(20), share: 5 };
    const waits = await takeRepeatedly(createTestThrottle(), singleRule, 'a', 22);
    expect(waits.map((wait) => wait === 0)).toEqual([...Array(20).fill(true), false, false]);
    const throttles = [createTestThrottle(), createTestThrottle()];
    const sharedRule: ThrottleRule = { ...createRule(20), share: 5 };
    const attempts = Array.from({ length: 60 }, (_, n) =>
      (throttles[n % 2] as Throttle).take(sharedRule, 'a'),
    );
    expect((await Promise.all(attempts)).filter((wait) => wait === 0)).toHaveLength(20);
    const shortRule: ThrottleRule = { ...createRule(4, 1), share: 4 };
    const [throttle] = throttles as [Throttle];
    expect(await takeRepeatedly(throttle, shortRule, 'a', 2)).toEqual([0, 0]);
    const deadline = Date.now() + 10_000;
    let grantedCount = 2;
    while (grantedCount < 8 && Date.now() < deadline)
      if ((await throttle.take(shortRule, 'a')) === 0) grantedCount += 1;
    expect(grantedCount).toBe(8);
  });

  test.each([
    { points: 300, share: 20 },
    { points: 60, share: 5 },
  ])('with shares over several processes, refuses no point before %j are granted', async (limits) => {
    const { points } = limits;
    const throttles = [createTestThrottle(), createTestThrottle(), createTestThrottle()];
    const rule: ThrottleRule = { ...createRule(points), ...limits };
    const outcomes: boolean[] = [];
    for (let n = 0; n < points + 5; n += 1) {
      const throttle = throttles[n % 4 === 0 ? 0 : n % 2 === 0 ? 1 : 2] as Throttle;
      outcomes.push((await throttle.take(rule, 'a')) === 0);
    }
    expect(outcomes).toEqual([...Array(points).fill(true), ...Array(5).fill(false)]);
  });

  test('with shares, grants the last points to a process with an old share', async () => {
    const [earlyThrottle, lateThrottle] = [createTestThrottle(), createTestThrottle()];
    const rule: ThrottleRule = { ...createRule(30), share: 10 };
    // The first process holds a share: 11 points are taken and 19 are left.
    expect(await takeRepeatedly(earlyThrottle, rule, 'a', 2)).toEqual([0, 0]);
    expect(await takeRepeatedly(lateThrottle, rule, 'a', 16)).toEqual(Array(16).fill(0));
    const waits = await takeRepeatedly(earlyThrottle, rule, 'a', 13);
    expect(waits.map((wait) => wait === 0)).toEqual([...Array(12).fill(true), false]);
  });

  test('releases points after the duration of the rule', async () => {
    const throttle = createTestThrottle();
    const rule = createRule(1, 1);
    expect(await throttle.take(rule, 'a')).toBe(0);
    expect(await throttle.take(rule, 'a')).toBe(1);
    const deadline = Date.now() + 10_000;
    let wait = 1;
    while (wait > 0 && Date.now() < deadline) wait = await throttle.take(rule, 'a');
    expect(wait).toBe(0);
  });

  test('does not grant more points to concurrent requests', async () => {
    const throttles = [createTestThrottle(), createTestThrottle(), createTestThrottle()];
    const rule = createRule(10);
    const waits = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (throttles[n % 3] as Throttle).take(rule, 'a')),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });
});

test('counts per process while Redis is down', async () => {
  const stoppedRedis = await startRedis();
  const connection = new Redis(stoppedRedis.url, {
    ...NO_RETRY_OPTIONS,
    retryStrategy: () => null,
    disconnectTimeout: 10,
  });
  connection.on('error', () => {});
  await connection.connect();
  const throttle = createThrottle({ pool: database.pool, redis: connection });
  await stoppedRedis.stop();
  const waits = await takeRepeatedly(throttle, createRule(2), 'a', 3);
  expect(waits.slice(0, 2)).toEqual([0, 0]);
  expect(waits[2]).toBeGreaterThan(0);
  connection.disconnect();
});
