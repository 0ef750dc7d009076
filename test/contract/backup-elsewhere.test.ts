import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFile } from '../../adapters/backup/read.ts';
import { checkTarget, restoreBackup } from '../../adapters/backup/restore.ts';
import { writeBackup } from '../../adapters/backup/write.ts';
import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import type { NewEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { appendToEnd } from '../support/append-to-end.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindra-backup-'));
  database = await createDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const createEvent = (type: string, data: object): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    correlationId: randomUUID(),
    causationId: randomUUID(),
    actor: { kind: 'operator', id: 'tests' },
    occurredAt: '2026-11-21T09:30:00.000Z',
    version: 1,
  },
});

/** Aborts the backup when it reads the first rows. */
const abortController = new AbortController();

/** Text with characters that must be escaped in the backup file. */
const TEXT_TO_ESCAPE = 'a\ttab, a\nline, a\rreturn, a \\ backslash, "quotes", \\. and \\N, ñ and 🐈';

async function createFilledLog(): Promise<EventLog> {
  const log = createMemoryEventLog();
  for (let n = 0; n < 30; n += 1) {
    const events = [
      createEvent('ThingWritten', { n, text: TEXT_TO_ESCAPE }),
      createEvent('ThingRead', { n }),
    ];
    await appendToEnd(log, `thing-${n % 7}`, events);
  }
  return log;
}

const backUp = (log: EventLog, name: string, controller = new AbortController()) =>
  writeBackup({
    pool: database.pool,
    externalLog: log,
    file: join(folder, name),
    now: '2026-11-21T09:30:00.000Z',
    signal: controller.signal,
    onProgress: () => (controller === abortController ? controller.abort() : undefined),
  });

async function restoreInto(rawLog: EventLog, name: string, isLogExternal = true): Promise<void> {
  const target = await createDatabase();
  try {
    const file = await checkFile(join(folder, name), () => {});
    const { signal } = new AbortController();
    const options = {
      pool: target.pool,
      rawLog,
      isLogExternal,
      file,
      signal,
      onProgress: () => {},
    };
    await checkTarget(options);
    await restoreBackup(options);
  } finally {
    await target.drop();
  }
}

const readEvents = (log: EventLog): Promise<readonly RecordedEvent[]> => log.readAll({ limit: 1_000 });

test('a log on another store is backed up by position and restored in its order', async () => {
  const log = await createFilledLog();
  const report = await backUp(log, 'whole');
  expect(report).toMatchObject({ position: 60, rows: { 'log.events': 60 } });
  await appendToEnd(log, 'thing-1', [createEvent('ThingRead', { n: 'later' })]);
  const restoredLog = createMemoryEventLog();
  await restoreInto(restoredLog, 'whole');
  expect(await readEvents(restoredLog)).toEqual((await readEvents(log)).slice(0, 60));
});

test('an interrupted restore continues when it is repeated, and another system stays untouched', async () => {
  const log = await createFilledLog();
  await backUp(log, 'cut-off');
  const partialLog = createMemoryEventLog();
  let appendCount = 0;
  const failingLog: EventLog = {
    ...partialLog,
    append: (...args) => {
      appendCount += 1;
      return appendCount > 10
        ? Promise.reject(new Error('the connection was lost'))
        : partialLog.append(...args);
    },
  };
  await expect(restoreInto(failingLog, 'cut-off')).rejects.toThrow('the connection was lost');
  expect((await readEvents(partialLog)).length).toBe(20);
  await restoreInto(partialLog, 'cut-off');
  expect(await readEvents(partialLog)).toEqual(await readEvents(log));

  const foreignLog = await createFilledLog();
  await expect(restoreInto(foreignLog, 'cut-off')).rejects.toThrow(
    'contains events that are not in this backup',
  );
  expect((await readEvents(foreignLog)).length).toBe(60);
});

test('an erasure during a backup makes it fail, so that no account is restored in part', async () => {
  const log = await createFilledLog();
  const erasingLog: EventLog = {
    ...log,
    readAll: async (options = {}) => {
      const events = await log.readAll(options);
      if (options.after === 0)
        await log.append('account-1', [createEvent('AccountErased', { accountId: 'a' })], 'no_stream');
      return events;
    },
  };
  await expect(backUp(erasingLog, 'spoilt')).rejects.toThrow('An account was erased during the backup');
});

test('a stopped backup leaves no file', async () => {
  const filesBefore = await readdir(folder);
  await expect(backUp(await createFilledLog(), 'stopped', abortController)).rejects.toThrow(
    'The backup was stopped. No file was written.',
  );
  expect(await readdir(folder)).toEqual(filesBefore);
});

test('refuses to restore into PostgreSQL a backup without its positions and hashes', async () => {
  await backUp(await createFilledLog(), 'elsewhere');
  const target = createPostgresEventLog({ pool: database.pool });
  await expect(restoreInto(target, 'elsewhere', false)).rejects.toThrow('Set EVENTSTORE_URL to restore it.');
  await target.close();
});

test('read notifications stay read when the events get other positions', async () => {
  const log = createMemoryEventLog();
  for (let n = 0; n < 9; n += 1)
    await log.append(`thing-${n}`, [createEvent('ThingWritten', { n })], 'no_stream');
  const createReadEvent = (until: number) => createEvent('NotificationsRead', { accountId: 'a', until });
  await log.append('notifications-a', [createReadEvent(6)], 'no_stream');
  await log.append('notifications-a', [createReadEvent(9)], 0);
  await backUp(log, 'read');
  // Multiplies positions by ten, so that they resemble byte offsets. The first position is not 0.
  const movePosition = (position: number) => position * 10 + 1_000;
  const restoredLog = createMemoryEventLog();
  const renumberingLog: EventLog = {
    ...restoredLog,
    append: async (...args) => {
      const { revision, position } = await restoredLog.append(...args);
      return { revision, position: movePosition(position) };
    },
  };
  await restoreInto(renumberingLog, 'read');
  const readMarkers = (await readEvents(restoredLog)).filter(({ type }) => type === 'NotificationsRead');
  expect(readMarkers.map(({ data }) => data)).toEqual([
    { accountId: 'a', until: movePosition(6) },
    { accountId: 'a', until: movePosition(9) },
  ]);
});
