import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { loadOrCreateKey } from '../../../adapters/anchor/key.ts';
import { createPostgresStreamHeadReader } from '../../../adapters/anchor/postgres-stream-head-reader.ts';
import { openAnchor } from '../../../adapters/anchor/read.ts';
import {
  createStreamHeadReader,
  type StreamHeadReader,
} from '../../../adapters/anchor/stream-head-reader.ts';
import { writeAnchor } from '../../../adapters/anchor/write.ts';
import { createIdSource, systemClock } from '../../../adapters/clock.ts';
import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { checkAnchor } from '../../../workers/cli/verify/anchor.ts';
import { appendToEnd } from '../../support/append-to-end.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { runKindraCommand, runKindraWith } from '../../support/kindra-command.ts';
import { truncateLog } from '../../support/truncate-log.ts';

const ids = createIdSource();

let folder: string;
let file: string;
let database: TestDatabase;
let pool: pg.Pool;
let log: EventLog;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindra-anchor-'));
  file = join(folder, 'heads.anchor');
  database = await createDatabase();
  pool = openPool({ connectionString: database.url, max: 4 });
  log = createPostgresEventLog({ pool });
});
afterEach(async () => {
  await log.close();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function append(log: EventLog, stream: string, count = 1): Promise<void> {
  const actor = { kind: 'operator', id: 'tests' } as const;
  const events = Array.from({ length: count }, () => {
    const id = ids.next();
    const metadata = { occurredAt: systemClock.now(), actor, correlationId: id, causationId: id };
    return { id, type: 'Tested', data: { of: stream }, metadata };
  });
  await appendToEnd(log, stream, events as never);
}

async function writeHeads(heads: StreamHeadReader, kind: 'postgres' | 'eventstore'): Promise<string> {
  const key = await loadOrCreateKey(join(folder, 'key.pem'));
  const header = {
    kindra: 'anchor',
    version: 1,
    createdAt: systemClock.now(),
    log: kind,
    position: 0,
  } as const;
  await writeAnchor(file, header, heads.readAll(), key);
  return key.publicKey;
}

async function checkHeads(heads: StreamHeadReader, publicKey: string) {
  return checkAnchor(heads, await openAnchor(file, publicKey), () => {});
}

/** Changes the log with its protective trigger disabled. Only the owner of the log can do this. */
async function tamperWithLog(statement: string): Promise<void> {
  await database.pool.query(
    `ALTER TABLE log.events DISABLE TRIGGER events_never_change; ${statement};
     ALTER TABLE log.events ENABLE TRIGGER events_never_change`,
  );
}

test('detects a truncated, a missing and a rewritten stream', async () => {
  for (const stream of ['end-1', 'gone-1', 'past-1', 'kept-1']) await append(log, stream, 3);
  const heads = createPostgresStreamHeadReader(pool);
  const publicKey = await writeHeads(heads, 'postgres');
  for (const stream of ['kept-1', 'later-1']) await append(log, stream, 2);
  expect(await checkHeads(heads, publicKey)).toEqual({ streams: 4, problems: [] });
  await tamperWithLog(`
    DELETE FROM log.events WHERE stream = 'end-1' AND revision = 2;
    DELETE FROM log.events WHERE stream = 'gone-1';
    UPDATE log.events SET hash = sha256('rewritten') WHERE stream = 'past-1' AND revision = 2`);
  const { problems } = await checkHeads(heads, publicKey);
  expect([...problems].sort((a, b) => a.subject.localeCompare(b.subject))).toEqual([
    { kind: 'anchored-end', subject: 'end-1', expected: 'revision 2', actual: 'ends at revision 1' },
    { kind: 'anchored-stream', subject: 'gone-1', expected: 'revision 2', actual: 'no stream' },
    expect.objectContaining({ kind: 'anchored-event', subject: 'past-1@2' }),
  ]);
});

test('compares ids when the log has no hashes', async () => {
  const originalLog = createMemoryEventLog();
  for (let n = 0; n < 1_200; n += 1) await append(originalLog, `stream-${n % 500}`);
  const publicKey = await writeHeads(createStreamHeadReader(originalLog), 'eventstore');
  expect(await checkHeads(createStreamHeadReader(originalLog), publicKey)).toEqual({
    streams: 500,
    problems: [],
  });
  const shorterLog = createMemoryEventLog();
  for (let n = 0; n < 1_100; n += 1) await append(shorterLog, `stream-${n % 500}`);
  const { problems } = await checkHeads(createStreamHeadReader(shorterLog), publicKey);
  expect(problems.filter(({ kind }) => kind === 'anchored-end')).toHaveLength(100);
  expect(problems.filter(({ kind }) => kind === 'anchored-event')).toHaveLength(400);
});

test('pages through more streams than one read returns', async () => {
  const streams = 12_001;
  await tamperWithLog(`
    INSERT INTO log.events (position, stream, revision, id, type, data, metadata, hash)
    SELECT n * 2 + revision, 'many-' || n, revision, gen_random_uuid(), 'Tested', '{}', '{}', sha256(n::text::bytea)
    FROM generate_series(1, ${streams}) n, generate_series(0, 1) revision`);
  const heads = createPostgresStreamHeadReader(pool);
  const publicKey = await writeHeads(heads, 'postgres');
  expect(await checkHeads(heads, publicKey)).toEqual({ streams, problems: [] });
  await tamperWithLog(`DELETE FROM log.events WHERE stream = 'many-7' AND revision = 1`);
  expect((await checkHeads(heads, publicKey)).problems).toMatchObject([
    { kind: 'anchored-end', subject: 'many-7' },
  ]);
});

test('refuses a file that was altered, truncated or signed with another key, with the reason', async () => {
  await append(log, 'some-1', 3);
  const publicKey = await writeHeads(createPostgresStreamHeadReader(pool), 'postgres');
  const content = await readFile(file, 'utf8');
  const expectedError = `${file} was altered or truncated after it was signed.`;
  for (const text of [
    content.replace('"revision":2', '"revision":1'),
    content.slice(0, -3),
    content.split('\n').slice(0, 2).join('\n'),
    content.replace('"streams":1', '"streams":1,"signature":"AA"').replace(/,"signature":"[^"]{20,}"/, ''),
  ]) {
    await writeFile(file, text);
    await expect(openAnchor(file, publicKey)).rejects.toThrow(expectedError);
  }
  await rm(join(folder, 'key.pem'));
  const otherPublicKey = await writeHeads(createPostgresStreamHeadReader(pool), 'postgres');
  await expect(openAnchor(file, publicKey)).rejects.toThrow(
    `${file} is signed with the key ${otherPublicKey}, not with the expected key ${publicKey}.`,
  );
});

test.each(['', 'root:x:0:0', '{"kindra":"anchor","version":2}\n'])(
  'refuses a file that is not an anchor: %j',
  async (text) => {
    await writeFile(file, text);
    await expect(openAnchor(file, 'key')).rejects.toThrow(
      `${file} is not an anchor of this version of Kindra.`,
    );
  },
);

test('kindra verify --anchor refuses a folder', async () => {
  expect(await runKindraWithKey('verify', '--anchor', folder)).toEqual({
    status: 1,
    output: '',
    errors: `${folder} is not a regular file; name a file created by kindra anchor write.\n`,
  });
});

test('creates its key once, readable only by its owner, when several processes start at once', async () => {
  const path = join(folder, 'keys', 'anchor.pem');
  const keys = await Promise.all([1, 2, 3].map(() => loadOrCreateKey(path)));
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

const runKindraWithKey = (...args: readonly string[]) =>
  runKindraWith({ ANCHOR_KEY_FILE: join(folder, 'key.pem') }, database.url, ...args);

test('kindra verify --anchor detects a truncated log', async () => {
  await append(log, 'post-1', 3);
  const writeResult = await runKindraWithKey('anchor', 'write', file, '--json');
  expect(writeResult).toMatchObject({ status: 0, errors: '' });
  const { publicKey } = JSON.parse(writeResult.output);
  const matchingResult = await runKindraWithKey('verify', '--anchor', file);
  expect([matchingResult.status, matchingResult.output]).toEqual([
    0,
    expect.stringContaining('1 streams, 3 hashes.\nNo problems found.'),
  ]);
  await truncateLog(database.url, 2);
  const missingResult = await runKindraCommand(
    database.url,
    'verify',
    '--anchor',
    file,
    '--public-key',
    publicKey,
    '--json',
  );
  expect(missingResult.status).toBe(1);
  expect(JSON.parse(missingResult.output).problems).toEqual([
    { kind: 'anchored-end', subject: 'post-1', expected: 'revision 2', actual: 'ends at revision 1' },
  ]);
}, 180_000);
