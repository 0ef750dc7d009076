import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { journalProjection } from '../../../projections/ledger/journal/project.ts';
import { checkJournal } from '../../../projections/ledger/problems/check.ts';
import { listUnbalancedEntries } from '../../../projections/ledger/problems/query.ts';
import { startJournalCheck } from '../../../workers/ledger/check-journal.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { waitUntil } from '../../support/wait.ts';

const ENTRY_COUNT = 5_000;

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
  await addEntries(1, ENTRY_COUNT);
});
afterEach(() => database.drop());

/** Inserts one balanced purchase at each log position in the range. */
async function addEntries(firstPosition: number, lastPosition: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO read.journal_entries (position, id, type, occurred_at, event_id, stream, correlation_id, actor_kind, actor_id)
     SELECT n, gen_random_uuid(), 'PURCHASE', now(), gen_random_uuid(), 'wallet-1', gen_random_uuid(), 'system', 'tests'
     FROM generate_series($1::int, $2::int) n`,
    [firstPosition, lastPosition],
  );
  await database.pool.query(
    `INSERT INTO read.journal_postings (position, line, account, debit, credit)
     SELECT n, line, CASE line WHEN 0 THEN 'stripe:clearing' ELSE 'suspense' END, (1 - line) * n, line * n
     FROM generate_series($1::int, $2::int) n, generate_series(0, 1) line`,
    [firstPosition, lastPosition],
  );
}
const unbalanceEntry = (position: number) =>
  database.pool.query('UPDATE read.journal_postings SET debit = debit + 1 WHERE position = $1 AND line = 0', [
    position,
  ]);
const listReportedEntries = async () => {
  const { count, items } = await listUnbalancedEntries(database.pool, 20);
  expect(items).toHaveLength(count);
  return items.map(({ position }) => position);
};
/** Runs checks until every entry has been checked again. Returns the results of the checks. */
async function checkWholeRound(): Promise<readonly number[]> {
  const results: number[] = [];
  for (let entryCount = 0; entryCount <= ENTRY_COUNT; entryCount += 1_000)
    results.push(...(await checkJournal(database.pool)));
  return results;
}

test('entries are reported before the first check', async () => {
  await unbalanceEntry(17);
  expect(await listReportedEntries()).toEqual([17]);
});

test('an unbalanced entry is reported once until it is corrected', async () => {
  await unbalanceEntry(17);
  await database.pool.query('DELETE FROM read.journal_postings WHERE position = 4000');
  expect(await checkJournal(database.pool)).toEqual([17, 4000]);
  expect(await listReportedEntries()).toEqual([17, 4000]);
  expect(await checkWholeRound()).toEqual([]);
  await database.pool.query(
    'UPDATE read.journal_postings SET debit = debit - 1 WHERE position = 17 AND line = 0',
  );
  expect(await listReportedEntries()).toEqual([4000]);
  await checkWholeRound();
  const { rows } = await database.pool.query('SELECT position FROM engine.unbalanced_entries');
  expect(rows).toEqual([{ position: '4000' }]);
});

test('an entry changed after a check is found in the next round', async () => {
  expect(await checkWholeRound()).toEqual([]);
  for (const position of [1, 2_345, ENTRY_COUNT]) {
    await unbalanceEntry(position);
    expect(await checkWholeRound()).toEqual([position]);
  }
  expect(await listReportedEntries()).toEqual([1, 2_345, ENTRY_COUNT]);
});

test('entries since the last check are reported immediately', async () => {
  await checkWholeRound();
  await addEntries(ENTRY_COUNT + 1, ENTRY_COUNT + 10);
  await unbalanceEntry(ENTRY_COUNT + 3);
  expect(await listReportedEntries()).toEqual([ENTRY_COUNT + 3]);
});

test('checked entries are not summed again', async () => {
  await unbalanceEntry(1);
  await checkWholeRound();
  await database.pool.query('DELETE FROM engine.unbalanced_entries');
  expect(await listReportedEntries()).toEqual([]);
});

test('checks everything again after a rebuild', async () => {
  await unbalanceEntry(1);
  await checkWholeRound();
  const log = createMemoryEventLog();
  await rebuild({ log, pool: database.pool, projection: journalProjection });
  expect(await listReportedEntries()).toEqual([]);
  await addEntries(1, 10);
  await unbalanceEntry(7);
  expect(await listReportedEntries()).toEqual([7]);
  expect(await checkJournal(database.pool)).toEqual([7]);
});

test('processes take turns', async () => {
  await unbalanceEntry(17);
  const results = await Promise.all(Array.from({ length: 4 }, () => checkJournal(database.pool)));
  expect(results.flat()).toEqual([17]);
});

test('the worker reports unbalanced entries until none is left', async () => {
  for (const position of [17, 18, 19, 20, 21, 22]) await unbalanceEntry(position);
  await checkJournal(database.pool);
  const reports: string[] = [];
  const logger = {
    info: () => {},
    error: (fields: object, message: string, subject?: string) =>
      void reports.push(`${subject}: ${message} ${JSON.stringify(fields)}`),
    recovered: (subject: string) => void reports.push(`${subject}: recovered`),
  };
  const worker = startJournalCheck({ pool: database.pool, logger });
  await waitUntil(() => reports.length > 0);
  await rebuild({ log: createMemoryEventLog(), pool: database.pool, projection: journalProjection });
  await waitUntil(() => reports.length > 1);
  await worker.close();
  expect(reports.slice(0, 2)).toEqual([
    'balance of the journal: journal unbalanced {"positions":[17,18,19,20,21],"count":6}',
    'balance of the journal: recovered',
  ]);
});
