import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import {
  trailHashWrong,
  trailLineBeforeMissing,
  trailTotalWrong,
} from '../../../domain/ledger/coin-trail.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { extendCoinTrails } from '../../../projections/crowdfunding/coin-trail/extend.ts';
import { projectionNames } from '../../../projections/registry.ts';
import { checkAgainstLog } from '../../../workers/cli/verify/against-log.ts';
import { MAX_PROBLEMS, type Problem } from '../../../workers/cli/verify/problem.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { runEngine } from '../../support/projections/running.ts';
import {
  ada,
  appendVerifiedHistory,
  ben,
  createCrowdfundingId,
  createDonationId,
  createId,
  eva,
  NOW,
} from '../../support/projections/verified-history.ts';

let database: TestDatabase;
let log: EventLog;

beforeAll(async () => {
  database = await createDatabase();
  log = createMemoryEventLog();
  await appendVerifiedHistory(log);
  const worker = await runEngine(database.pool, log);
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  await worker.stop();
  await extendCoinTrails(database.pool);
});
afterAll(async () => {
  await log.close();
  await database.drop();
});

const listProblems = async () => (await checkAgainstLog(database.pool, log, () => {})).problems;

test('the read models equal the log, and everything is counted', async () => {
  const { problems, checked } = await checkAgainstLog(database.pool, log, () => {});
  expect(problems).toEqual([]);
  expect(checked).toMatchObject({
    campaigns: 3,
    settlements: 3,
    animals: 2,
    searchEntries: expect.any(Number),
    blocks: 1,
    mutes: 1,
    reportCases: 2,
    actions: 4,
    savedSearches: 1,
    notifications: 11,
  });
});

const TAMPERED_ROWS: readonly (readonly [change: string, ...kinds: readonly string[]])[] = [
  [`UPDATE read.crowdfundings SET status = 'ACTIVE' WHERE status = 'CLOSED'`, 'status'],
  [`UPDATE read.journal_entries SET type = 'REFUND' WHERE type = 'DONATION'`, 'entry'],
  [`UPDATE read.journal_entries SET reason = 'fraud' WHERE type = 'REFUND'`, 'entry'],
  [`UPDATE read.journal_entries SET reason = NULL WHERE type = 'REFUND'`, 'entry'],
  [`DELETE FROM read.journal_entries WHERE type = 'REFUND'`, 'entry'],
  [
    `INSERT INTO read.journal_entries SELECT (jsonb_populate_record(entry, '{"position":9999}')).*
    FROM read.journal_entries entry LIMIT 1`,
    'unexpected-entry',
  ],
  [`UPDATE read.journal_postings SET account = 'suspense' WHERE account = 'stripe:clearing'`, 'entry'],
  [`DELETE FROM read.journal_postings WHERE account = 'stripe:clearing'`, 'unbalanced-entry'],
  [`UPDATE read.journal_postings SET debit = debit + 1, credit = credit + 1 WHERE line = 0`, 'entry'],
  [`UPDATE read.transactions SET amount = amount + 1 WHERE type = 'REFUND'`, 'transaction'],
  [
    `UPDATE read.transactions SET position = position + 5000`,
    'missing-transaction',
    'unexpected-transaction',
  ],
  ...['donated', 'donations', 'refunded', 'refunds', 'released'].map(
    (sum) =>
      [`UPDATE read.settlement_campaigns SET ${sum} = ${sum} + 1 WHERE outcome = 'OPEN'`, sum] as const,
  ),
  [`UPDATE read.settlement_campaigns SET outcome = 'REFUND' WHERE outcome = 'RELEASE'`, 'outcome'],
  [`UPDATE read.settlement_campaigns SET reason = 'expired' WHERE outcome = 'REFUND'`, 'reason'],
  [`UPDATE read.settlement_campaigns SET decided = decided - 1 WHERE outcome = 'RELEASE'`, 'decided'],
  [`UPDATE read.settlement_campaigns SET creator = '${ben}' WHERE outcome = 'RELEASE'`, 'creator'],
  [`DELETE FROM read.settlement_campaigns WHERE outcome = 'OPEN'`, 'missing-settlement'],
  [`UPDATE read.settlement_donations SET amount = 1 WHERE id = '${createDonationId(3)}'`, 'heldAmount'],
  [
    `DELETE FROM read.settlement_donations WHERE id = '${createDonationId(4)}'`,
    'heldAmount',
    'heldDonations',
    'heldFrom',
  ],
  [
    `UPDATE read.settlement_donations SET id = '${createDonationId(9)}' WHERE id = '${createDonationId(4)}'`,
    'heldFrom',
  ],
  [`UPDATE read.settlement_donations SET donor = '${eva}' WHERE id = '${createDonationId(4)}'`, 'heldFrom'],
  [`UPDATE read.donations SET donor_id = '${eva}' WHERE id = '${createDonationId(4)}'`, 'donors'],
  [`UPDATE read.animals SET status = 'AVAILABLE' WHERE status = 'ADOPTED'`, 'status'],
  [`UPDATE read.animals SET owner_id = '${ben}' WHERE status = 'ADOPTED'`, 'owner'],
  [`DELETE FROM read.animals WHERE status = 'ADOPTED'`, 'missing-animal'],
  ['DELETE FROM read.search_people', 'missing-search-entry'],
  ['DELETE FROM read.search_crowdfundings', 'missing-search-entry'],
  [`UPDATE read.saved_searches SET type = NULL`, 'type'],
  [`UPDATE read.saved_searches SET position = 1`, 'position'],
  [`DELETE FROM read.saved_searches`, 'missing-saved-search'],
  [`DELETE FROM read.notifications WHERE kind = 'ANIMAL_MATCH'`, 'missing-notifications'],
  ['UPDATE read.search_animals SET owner_id = gen_random_uuid()', 'owner'],
  [
    `INSERT INTO read.search_posts VALUES (gen_random_uuid(), gen_random_uuid(), '')`,
    'unexpected-search-entry',
  ],
  [
    `INSERT INTO read.search_tags VALUES (gen_random_uuid(), 0, gen_random_uuid(), 'cats', 'cats')`,
    'unexpected-search-tag',
  ],
  [`UPDATE read.animals SET taken_down_reason = NULL WHERE taken_down_reason IS NOT NULL`, 'takenDown'],
  [`DELETE FROM read.blocks`, 'missing-block'],
  [`UPDATE read.blocks SET blocked_id = '${ada}'`, 'ids'],
  [`UPDATE read.mutes SET muter_id = '${ben}'`, 'missing-mute', 'unexpected-mute'],
  [`UPDATE read.report_cases SET spam = spam + 1 WHERE status = 'OPEN'`, 'spam'],
  [`UPDATE read.report_cases SET status = 'OPEN' WHERE status = 'DISMISSED'`, 'status'],
  [`DELETE FROM read.reports WHERE id = '${createId(7, 2)}'`, 'ids', 'reports'],
  [
    `UPDATE read.staff_actions SET action = 'PROFILE_BANNED' WHERE action = 'REPORTS_DISMISSED'`,
    'missing-action',
    'unexpected-action',
  ],
  [
    `DELETE FROM read.staff_actions WHERE position = (SELECT min(position) FROM read.staff_actions)`,
    'ids',
    'rows',
  ],
  [`DELETE FROM read.notifications WHERE kind = 'REFUND'`, 'missing-notifications'],
  [`UPDATE read.notifications SET source_id = '${eva}' WHERE kind = 'LIKE'`, 'ids'],
  [`DELETE FROM read.notification_groups WHERE kind = 'REFUND'`, 'missing-notification-groups'],
  [`UPDATE read.conversations SET animal_id = NULL`, 'animalId'],
  [`UPDATE read.conversations SET seen_position = 1 WHERE seen_position IS NOT NULL`, 'seenPosition'],
  [`DELETE FROM read.read_receipt_switches`, 'missing-read-receipts'],
  [`UPDATE read.notification_groups SET last_position = 1 WHERE kind = 'LIKE'`, 'positions'],
  [`UPDATE read.notification_groups SET subject_id = '${eva}' WHERE kind = 'LIKE'`, 'ids'],
  [
    `UPDATE read.campaign_audience SET account_id = '${eva}' WHERE crowdfunding_id = '${createCrowdfundingId(1)}' AND role = 'DONOR'`,
    'ids',
  ],
  [
    `DELETE FROM read.campaign_audience WHERE crowdfunding_id = '${createCrowdfundingId(2)}' AND role = 'CREATOR'`,
    'missing-campaign-audience',
  ],
  [`DELETE FROM read.campaign_news WHERE kind = 'CAMPAIGN_CLOSED'`, 'missing-campaign-news'],
  [`UPDATE read.campaign_news SET followed_id = '${eva}' WHERE kind = 'CAMPAIGN_CLOSED'`, 'followedId'],
  [`UPDATE read.notification_reads SET read_until = 99`, 'until'],
  [`DELETE FROM read.notification_mutes`, 'missing-notifications-muted'],
];

/** Returns the column names of a table, separated by commas. Generated columns are excluded. */
async function listStoredColumns(table: string): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_schema || '.' || table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}

/** Changes a table, collects the problems that verify finds, and restores the table. */
async function listProblemsAfter(table: string, change: string): Promise<readonly Problem[]> {
  await database.pool.query(`CREATE TABLE kept AS TABLE ${table}`);
  const { rowCount } = await database.pool.query(change);
  expect(rowCount).toBeGreaterThan(0);
  const problems = await listProblems();
  const columns = await listStoredColumns(table);
  await database.pool.query(
    `TRUNCATE ${table}; INSERT INTO ${table} (${columns}) SELECT ${columns} FROM kept; DROP TABLE kept`,
  );
  return problems;
}

test.each(TAMPERED_ROWS)('verify reports a changed row: %s', async (change, ...kinds) => {
  const [table = ''] = /read\.\w+/.exec(change) ?? [];
  const problems = await listProblemsAfter(table, change);
  expect([...new Set(problems.map(({ kind }) => kind))].sort()).toEqual(kinds);
  for (const { readModel } of problems) expect(projectionNames).toContain(readModel);
});

test('verify names unbalanced entries even if the sums of their accounts are unchanged', async () => {
  const { rows } = await database.pool.query(
    `SELECT position, id FROM read.journal_entries WHERE type = 'DONATION' ORDER BY position LIMIT 2`,
  );
  const [first, second] = rows;
  const problems = await listProblemsAfter(
    'read.journal_postings',
    `UPDATE read.journal_postings SET debit = debit + CASE position WHEN ${first.position} THEN 1 ELSE -1 END
     WHERE position IN (${first.position}, ${second.position}) AND line = 0`,
  );
  const expected = '100 / 100';
  expect(problems).toEqual([
    {
      readModel: 'journal',
      kind: 'unbalanced-entry',
      subject: `entry ${first.id} at ${first.position}`,
      expected,
      actual: '101 / 100',
    },
    {
      readModel: 'journal',
      kind: 'unbalanced-entry',
      subject: `entry ${second.id} at ${second.position}`,
      expected,
      actual: '99 / 100',
    },
  ]);
});

test('verify reports the first 1,000 of 200,000 problems', async () => {
  const problems = await listProblemsAfter(
    'read.journal_postings',
    `INSERT INTO read.journal_postings
     SELECT 1000000 + n, 0, 'wallet:' || n, 1, 1 FROM generate_series(1, 200000) AS n`,
  );
  expect(problems).toHaveLength(MAX_PROBLEMS);
});

const second = `crowdfunding_id = '${createCrowdfundingId(2)}'`;
const isThirdCrowdfunding = `crowdfunding_id = '${createCrowdfundingId(3)}'`;
const [LINE_BEFORE, TOTAL, HASH] = [trailLineBeforeMissing, trailTotalWrong, trailHashWrong].map(
  ({ message }) => message,
) as [string, string, string];

/**
 * Changes to the coin trail of the second campaign, each with the expected problems. The trail contains two donations
 * and a refund.
 */
const TAMPERED_TRAILS: readonly (readonly [change: string, ...problems: readonly string[]])[] = [
  [`UPDATE trail.links SET amount = 99 WHERE ${second} AND sequence = 2`, `line 2: ${TOTAL}`],
  [
    `UPDATE trail.links SET amount = 99, total = 199 WHERE ${second} AND sequence = 2`,
    `line 2: ${HASH}`,
    `line 3: ${TOTAL}`,
  ],
  [`UPDATE trail.links SET total = 99 WHERE ${second} AND sequence = 3`, 'end', `line 3: ${TOTAL}`],
  [`UPDATE trail.links SET kind = 'RELEASE' WHERE ${second} AND sequence = 3`, `line 3: ${HASH}`],
  ...[`id = '${ada}'`, `donation_id = '${ada}'`, 'donation_id = NULL'].map(
    (change) =>
      [`UPDATE trail.links SET ${change} WHERE ${second} AND sequence = 2`, `line 2: ${HASH}`] as const,
  ),
  [
    `UPDATE trail.links SET occurred_at = occurred_at + interval '1 ms' WHERE ${second} AND sequence = 2`,
    `line 2: ${HASH}`,
  ],
  [
    `UPDATE trail.links SET hash = sha256('') WHERE ${second} AND sequence = 2`,
    `line 2: ${HASH}`,
    `line 3: ${HASH}`,
  ],
  [`DELETE FROM trail.links WHERE ${second} AND sequence = 1`, `line 2: ${LINE_BEFORE}`],
  [`DELETE FROM trail.links WHERE ${second} AND sequence = 2`, `line 3: ${LINE_BEFORE}`],
  [`DELETE FROM trail.links WHERE ${second} AND sequence = 3`, 'end'],
  [`DELETE FROM trail.links WHERE ${isThirdCrowdfunding}`, 'end'],
  [
    `INSERT INTO trail.links SELECT (jsonb_populate_record(link, '{"sequence":4}')).* FROM trail.links link
     WHERE ${second} AND sequence = 3`,
    'end',
    `line 4: ${TOTAL}`,
  ],
  [
    `MERGE INTO trail.links old USING trail.links new
     ON old.${second} AND new.${second} AND old.sequence IN (1, 2) AND new.sequence = 3 - old.sequence
     WHEN MATCHED THEN UPDATE SET id = new.id, donation_id = new.donation_id, hash = new.hash`,
    `line 1: ${HASH}`,
    `line 2: ${HASH}`,
    `line 3: ${HASH}`,
  ],
  [
    `UPDATE trail.links SET amount = 1, total = 1, hash = sha256(convert_to(repeat('0', 64) || E'\n' ||
       concat_ws('|', 'kindra-coin-trail-1', crowdfunding_id, 1, kind, id, donation_id, '${NOW}', 1, 1), 'UTF8'))
     WHERE ${isThirdCrowdfunding}`,
    'end',
  ],
];

test.each(TAMPERED_TRAILS)('verify reports a changed coin trail: %s', async (change, ...expected) => {
  const problems = await listProblemsAfter('trail.links', change);
  expect(problems.every(({ kind }) => kind === 'coin-trail')).toBe(true);
  const foundProblems = problems.map(({ subject, actual }) => {
    const [line] = /^line \d/.exec(subject) ?? [];
    return line ? `${line}: ${actual}` : 'end';
  });
  expect(foundProblems.sort()).toEqual(expected);
});

test('verify reports nothing after the rows are restored', async () => {
  expect(await listProblems()).toEqual([]);
});

test('verify names a missing table and completes the other checks', async () => {
  await database.pool.query(
    'ALTER TABLE read.follow_counts RENAME TO hidden; UPDATE read.wallets SET balance = balance + 1',
  );
  const { problems, checked } = await checkAgainstLog(database.pool, log, () => {});
  await database.pool.query(
    'ALTER TABLE read.hidden RENAME TO follow_counts; UPDATE read.wallets SET balance = balance - 1',
  );
  expect(problems[0]).toEqual({
    kind: 'unreadable',
    subject: 'read.follow_counts',
    expected: 'the table of the migrations',
    actual: 'relation "read.follow_counts" does not exist',
  });
  expect(new Set(problems.slice(1).map(({ kind }) => kind))).toEqual(new Set(['wallet']));
  expect(checked).toMatchObject({ campaigns: 3, notifications: 11 });
});
