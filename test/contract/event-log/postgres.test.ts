import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import {
  createPostgresEventLog,
  type PostgresEventLogOptions,
  verifyChains,
} from '../../../adapters/event-log/postgres/index.ts';
import {
  AppendOutcomeUnknown,
  type EventLog,
  EventLogUnavailable,
  WrongExpectedVersion,
} from '../../../domain/ports/event-log.ts';
import { createDatabase, getTestServerUrl, type TestDatabase } from '../../support/database.ts';
import { type HashedContent, hashEvent } from '../../support/event-hash.ts';
import { passMicrotasks } from '../../support/pass-microtasks.ts';
import { createSilenceableProxy } from '../../support/silenceable-proxy.ts';
import { truncateLog } from '../../support/truncate-log.ts';
import { waitUntil } from '../../support/wait.ts';
import { testEventLog } from './contract.ts';
import { collectEvents, createSampleEvent, createSampleEvents } from './sample-events.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Terminates every connection to this file's database. Uses a connection to a different database. */
async function cutConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: getTestServerUrl() });
  await client.connect();
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    new URL(database.url).pathname.slice(1),
  ]);
  await client.end();
}

describe('event log on PostgreSQL', () => {
  testEventLog(
    async () => ({
      log: createPostgresEventLog({ pool: database.pool }),
      cutConnections,
      truncate: async (after) => {
        await truncateLog(database.url, after);
        await cutConnections();
      },
      close: async () => {},
    }),
    { isLastEventCompared: true, canLoseEvents: true },
  );
});

describe('only on PostgreSQL', () => {
  const openLog = (options: Partial<PostgresEventLogOptions> = {}): EventLog =>
    createPostgresEventLog({ pool: database.pool, ...options });

  test('returns a separate result to each append that shared a transaction', async () => {
    const log = openLog();
    await log.append('group-old', createSampleEvents(2), 'no_stream');
    const repeatedEvents = createSampleEvents(1);
    await log.append('group-repeated', repeatedEvents, 'no_stream');
    const appendedEvents = createSampleEvents(3);
    const results = await Promise.allSettled([
      log.append('group-old', createSampleEvents(2), 0),
      log.append('group-a', appendedEvents, 'no_stream'),
      log.append('group-old', createSampleEvents(1), 'no_stream'),
      log.append('group-a', createSampleEvents(1), 2),
      log.append('group-repeated', repeatedEvents, 'no_stream'),
      log.append('group-b', createSampleEvents(1), 'no_stream'),
    ]);
    const [conflict, first, , follower, repeat, other] = results;
    expect(first).toMatchObject({ value: { revision: 2 } });
    expect(conflict).toMatchObject({ reason: new WrongExpectedVersion('group-old', 0, 1) });
    expect(follower).toMatchObject({ value: { revision: 3 } });
    expect(repeat).toMatchObject({ value: { revision: 0 } });
    expect(other).toMatchObject({ value: { revision: 0 } });
    expect(await log.readStream('group-old')).toHaveLength(2);
    expect((await log.readStream('group-a')).slice(0, 3)).toMatchObject(appendedEvents);
    expect(await verifyChains(database.pool)).toMatchObject({ faults: [] });
    await log.close();
  });

  test('appends of callers that were answered at the same time share a transaction', async () => {
    const log = openLog();
    const appendAfter = async (microtasks: number): Promise<unknown> => {
      await passMicrotasks(microtasks);
      return log.append(`together-${microtasks}`, [createSampleEvent()], 'no_stream');
    };
    await Promise.all([0, 20, 40, 60].map(appendAfter));
    const { rows } = await database.pool.query<{ count: string }>(
      `SELECT count(DISTINCT xmin::text) FROM log.events WHERE stream LIKE 'together-%'`,
    );
    expect(Number(rows[0]?.count)).toBe(1);
    await log.close();
  });

  test('wakes the subscribers of other processes immediately', async () => {
    const [writer, reader] = [openLog(), openLog({ pollIntervalMs: 60_000 })];
    const start = await reader.head();
    await writer.append('wake-1', [createSampleEvent()], 'no_stream');
    const collector = collectEvents(reader, start, () => true);
    await waitUntil(() => collector.events.length === 1);
    // If the listener started after the subscription, the subscription polls one more time.
    await waitForListener();
    for (let revision = 1; revision <= 3; revision += 1) {
      await writer.append('wake-1', [createSampleEvent()], revision - 1);
      await waitUntil(() => collector.events.length === revision + 1, 2_000);
    }
    await collector.subscription.close();
    await Promise.all([writer.close(), reader.close()]);
  });

  test('a subscription notices that its last event was replaced by events of its own process', async () => {
    const ownDatabase = await createDatabase();
    const [here, there] = [0, 1].map(() => createPostgresEventLog({ pool: ownDatabase.pool })) as [
      EventLog,
      EventLog,
    ];
    try {
      const { position: keptPosition } = await here.append('kept-1', createSampleEvents(1), 'no_stream');
      const changes: number[] = [];
      const collector = collectEvents(here, keptPosition, () => true, {
        onHistoryChanged: (head) => changes.push(head),
      });
      await there.append('lost-1', createSampleEvents(3), 'no_stream');
      await waitUntil(() => collector.events.length === 3);
      await truncateLog(ownDatabase.url, keptPosition);
      await here.append('replaced-1', createSampleEvents(5), 'no_stream');
      await waitUntil(() => changes.length + collector.events.length > 3);
      expect(changes).toHaveLength(1);
      expect(collector.events).toHaveLength(3);
    } finally {
      await Promise.all([here.close(), there.close()]);
      await ownDatabase.drop();
    }
  });

  async function waitForListener(): Promise<void> {
    for (;;) {
      const { rows } = await database.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
      );
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  test('distinguishes an append whose response is late from one that was not written', async () => {
    const log = openLog({ deadlineMs: 200 });
    const blocker = await database.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT pg_advisory_xact_lock(7236412890)');
    const event = createSampleEvent();
    await expect(log.append('late-1', [event], 'no_stream')).rejects.toThrow(AppendOutcomeUnknown);
    await blocker.query('ROLLBACK');
    blocker.release();
    expect(await log.append('late-1', [event], 'no_stream')).toMatchObject({ revision: 0 });
    expect(await log.readStream('late-1')).toHaveLength(1);
    await log.close();
  });

  test('writes an append before the response to the one before it, and finds both when it is repeated', async () => {
    const proxy = await createSilenceableProxy(database.url);
    const pool = new pg.Pool({ connectionString: proxy.url });
    const log = openLog({ pool, deadlineMs: 4_000 });
    const streams = ['unanswered-1', 'unanswered-2', 'unanswered-3'];
    const events = streams.map(() => createSampleEvent());
    const append = (n: number) =>
      log.append(streams[n] ?? '', [events[n] ?? createSampleEvent()], 'no_stream');
    const directLog = openLog();
    const waitUntilWritten = (n: number) =>
      waitUntil(async () => (await directLog.readStream(streams[n] ?? '')).length === 1, 3_000);
    const { position } = await append(0);
    proxy.silence();
    const unanswered = [];
    for (const n of [1, 2]) {
      unanswered.push(expect(append(n)).rejects.toThrow(AppendOutcomeUnknown));
      await waitUntilWritten(n);
    }
    await Promise.all(unanswered);
    const repeats = await Promise.all([append(1), append(2)]);
    expect(repeats).toEqual([
      { revision: 0, position: position + 1 },
      { revision: 0, position: position + 2 },
    ]);
    await Promise.all([log.close(), directLog.close()]);
    await Promise.all([pool.end(), proxy.close()]);
  });

  test('refuses an append after it was closed, and opens no connection for it', async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    const log = openLog({ pool });
    await log.append('closed-1', [createSampleEvent()], 'no_stream');
    await log.close();
    await expect(log.append('closed-2', [createSampleEvent()], 'no_stream')).rejects.toThrow(
      EventLogUnavailable,
    );
    expect(await log.readStream('closed-2')).toEqual([]);
    await pool.end();
  });

  describe('when the server does not respond', () => {
    /** More than three deadlines, and less than the default time to connect. */
    const MAX_DELAY_MS = 4_000;
    let silentServer: Server;
    const sockets: Socket[] = [];
    beforeAll(async () => {
      silentServer = createServer((socket) => {
        sockets.push(socket.on('error', () => {}));
      });
      await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => {
      silentServer.close();
      for (const socket of sockets) socket.destroy();
    });

    test.each(['silent', 'closed'])('gives up within the deadline (%s port)', async (kind) => {
      const { port } = silentServer.address() as AddressInfo;
      const pool = new pg.Pool({ host: '127.0.0.1', port: kind === 'silent' ? port : 1, user: 'nobody' });
      const log = openLog({ pool, deadlineMs: 150 });
      const startedAt = performance.now();
      await expect(log.append('nobody-1', [createSampleEvent()], 'no_stream')).rejects.toThrow(
        EventLogUnavailable,
      );
      await expect(log.readStream('nobody-1')).rejects.toThrow(EventLogUnavailable);
      await expect(log.head()).rejects.toThrow(EventLogUnavailable);
      expect(performance.now() - startedAt).toBeLessThan(MAX_DELAY_MS);
      const collector = collectEvents(log, 0, () => true);
      await collector.subscription.close();
      await log.close();
    });
  });

  describe('the hash chain', () => {
    /** Number of events per page. Smaller than a stream, so that pages end inside streams. */
    const PAGE_SIZE = 3;
    let ownDatabase: TestDatabase;
    let log: EventLog;
    beforeEach(async () => {
      ownDatabase = await createDatabase();
      log = createPostgresEventLog({ pool: ownDatabase.pool });
      for (let revision = -1; revision < 4; revision += 1) {
        for (const stream of ['chain-1', 'chain-2']) {
          await log.append(stream, createSampleEvents(2), revision < 0 ? 'no_stream' : revision * 2 + 1);
        }
      }
    });
    afterEach(async () => {
      await log.close();
      await ownDatabase.drop();
    });

    const tamperWithLog = async (statement: string): Promise<void> => {
      await ownDatabase.pool.query(
        `ALTER TABLE log.events DISABLE TRIGGER events_never_change; ${statement}`,
      );
    };

    const verify = () => verifyChains(ownDatabase.pool, { pageSize: PAGE_SIZE });

    test('is intact for an unchanged log', async () => {
      expect(await verify()).toEqual({ events: 20, streams: 2, head: 20, faults: [] });
    });

    test('is the SHA-256 that Node.js computes, for texts of any size and script', async () => {
      const texts = ['ñandú 🦤 "犬"\n\\', '犬'.repeat(30_000), '', '🦤'.repeat(100), 'x'.repeat(50_000)];
      await log.append(
        'chain-3',
        texts.map((text) => ({ ...createSampleEvent(), data: { text } })),
        'no_stream',
      );
      const { rows } = await ownDatabase.pool.query<HashedContent & { hash: Buffer }>(
        `SELECT stream, revision::int, position::int, id, type, data::text, metadata::text, hash
         FROM log.events WHERE stream = 'chain-3' ORDER BY revision`,
      );
      const expectedHashes = rows.map((row, n) => hashEvent(rows[n - 1]?.hash ?? null, row).toString('hex'));
      expect(rows.map(({ hash }) => hash.toString('hex'))).toEqual(expectedHashes);
      expect(await verify()).toMatchObject({ events: 25, faults: [] });
    });

    test('is verified until a progress report throws', async () => {
      const progressReports: number[] = [];
      const stopAfterTwoReports = (events: number): void => {
        if (progressReports.push(events) === 2) throw new Error('stopped');
      };
      await expect(
        verifyChains(ownDatabase.pool, { pageSize: PAGE_SIZE, onProgress: stopAfterTwoReports }),
      ).rejects.toThrow('stopped');
      expect(progressReports).toEqual([PAGE_SIZE, 2 * PAGE_SIZE - 1]);
    });

    test.each([
      `data = '{"side":"tails"}'`,
      `metadata = '{}'`,
      `type = 'CoinSpent'`,
      `id = gen_random_uuid()`,
      `hash = sha256('')`,
    ])('detects a changed event (%s)', async (change) => {
      await tamperWithLog(`UPDATE log.events SET ${change} WHERE stream = 'chain-1' AND revision = 4`);
      const { faults } = await verify();
      expect(faults[0]).toEqual({ kind: 'changed', stream: 'chain-1', revision: 4, position: 9 });
    });

    test('detects removed events', async () => {
      await tamperWithLog(`DELETE FROM log.events WHERE stream = 'chain-2' AND revision IN (2, 3)`);
      const { faults } = await verify();
      expect(faults).toEqual([
        { kind: 'missing-positions', from: 7, to: 8 },
        { kind: 'missing-revision', stream: 'chain-2', revision: 2 },
      ]);
    });

    test('detects a gap before events whose hashes were recomputed', async () => {
      await tamperWithLog(`INSERT INTO log.events (position, stream, revision, id, type, data, metadata, hash)
        SELECT 21, 'chain-3', 5, id, type, data, metadata, sha256(convert_to(
          concat_ws(E'\\n', 'chain-3', 5, 21, id, type, data, metadata), 'UTF8')) FROM log.events WHERE position = 1`);
      const { faults } = await verify();
      expect(faults).toEqual([{ kind: 'missing-revision', stream: 'chain-3', revision: 0 }]);
    });

    test('detects swapped events', async () => {
      await tamperWithLog(`UPDATE log.events SET position = -position WHERE position IN (1, 3);
        UPDATE log.events SET position = 4 + position WHERE position < 0`);
      const { faults } = await verify();
      expect(faults.map(({ kind }) => kind)).toEqual(['changed', 'changed']);
    });

    test.each(['UPDATE log.events SET type = type', 'DELETE FROM log.events', 'TRUNCATE log.events'])(
      'is protected by the table: %s',
      async (statement) => {
        await expect(ownDatabase.pool.query(statement)).rejects.toThrow(/never changed or removed/);
      },
    );

    test('is not written by a transaction that cannot see commits before its lock', async () => {
      const client = await ownDatabase.pool.connect();
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      const call = `SELECT log.append('chain-3', '{-1}', '{1}', ARRAY[gen_random_uuid()], 'T', '{}', '{}')`;
      await expect(client.query(call)).rejects.toThrow(/read committed/);
      await client.query('ROLLBACK');
      client.release();
    });
  });
});
