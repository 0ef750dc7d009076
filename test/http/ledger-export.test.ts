import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Koa from 'koa';
import { createDownload } from '../../api/http/download.ts';
import * as contract from '../../contract/audit.ts';
import * as ledger from '../../contract/ledger.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { ExportedEntry, ExportedPosting } from '../../domain/ledger/export/entry.ts';
import { formatEntries } from '../../domain/ledger/export/format.ts';
import { waitUntil } from '../support/wait.ts';
import { createCancelledCrowdfunding } from './support/cancelled-crowdfunding.ts';
import { sumWithHledger } from './support/hledger.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const execFileAsync = promisify(execFile);

const ENTRY: ExportedEntry = {
  id: '01980000-0000-7000-8000-000000000001',
  position: 1,
  type: 'PURCHASE',
  dateTime: '2026-11-21T10:00:00.000Z',
  correlationId: '01980000-0000-7000-8000-000000000002',
  actor: { kind: 'system', id: 'tests' },
  reason: null,
  reverses: null,
  postings: [
    { account: 'stripe:clearing', debit: 5, credit: 0 },
    { account: 'suspense', debit: 0, credit: 5 },
  ],
};

let donor: AuthResponse;
let crowdfundingId: string;
let log: readonly RecordedEvent[];

const auth = { token: '' };
const sumPostings = (postings: readonly ExportedPosting[], side: 'debit' | 'credit') =>
  postings.reduce((sum, posting) => sum + posting[side], 0);

setUpTestApi();
beforeAll(async () => {
  const setting = await createCancelledCrowdfunding(api, client);
  ({ donor, crowdfundingId, log } = setting);
  auth.token = setting.admin.token;
}, 60_000);

const fetchExport = async (query: Record<string, string> = {}): Promise<readonly ExportedPosting[]> => {
  const text = await client.ok(contract.exportEntries, { ...auth, query: { format: 'ndjson', ...query } });
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ExportedPosting);
};

test('the export contains every posting of the trial balance, oldest first', async () => {
  const postings = await fetchExport();
  const { accounts, totalDebit, totalCredit } = await client.ok(ledger.trialBalance, auth);
  expect([sumPostings(postings, 'debit'), sumPostings(postings, 'credit')]).toEqual([
    totalDebit,
    totalCredit,
  ]);
  for (const { account, debit, credit } of accounts) {
    const accountPostings = postings.filter((posting) => posting.account === account);
    expect([account, sumPostings(accountPostings, 'debit'), sumPostings(accountPostings, 'credit')]).toEqual([
      account,
      debit,
      credit,
    ]);
  }
  const positions = postings.map(({ position }) => position);
  expect(positions).toEqual([...positions].sort((left, right) => left - right));
  expect(postings.map(({ type }) => type)).toEqual(
    ['PURCHASE', 'DONATION', 'DONATION'].flatMap((type) => [type, type]),
  );
});

test('the export accepts the filters of the entries', async () => {
  const escrow = await fetchExport({ account: `escrow:${crowdfundingId}` });
  expect(escrow.map(({ type }) => type)).toEqual(Array(4).fill('DONATION'));
  const purchases = await fetchExport({ profile: donor.dataUser.nickname, type: 'PURCHASE' });
  expect(purchases.map(({ debit, credit }) => [debit, credit])).toEqual([
    [1000, 0],
    [0, 1000],
  ]);
});

test('the entry filter includes its start and excludes its end', async () => {
  const donations = log.filter(({ type }) => type === 'CoinsDonated');
  const [first, second] = donations.map(({ metadata }) => metadata.occurredAt);
  if (!first || !second) throw new Error('there are two donations');
  const addMillisecond = (instant: string) => new Date(Date.parse(instant) + 1).toISOString();
  const fetchAmounts = async (range: Record<string, string>) =>
    (await fetchExport({ type: 'DONATION', ...range }))
      .filter(({ debit }) => debit > 0)
      .map(({ debit }) => debit);
  expect(await fetchAmounts({ from: first })).toEqual([300, 200]);
  expect(await fetchAmounts({ from: addMillisecond(first), to: addMillisecond(second) })).toEqual(
    first === second ? [] : [200],
  );
  expect(await fetchAmounts({ from: second })).toEqual(first === second ? [300, 200] : [200]);
  expect(await fetchAmounts({ to: first })).toEqual([]);
  expect(await fetchAmounts({ from: first, to: addMillisecond(first) })).toEqual(
    first === second ? [300, 200] : [300],
  );
});

test.each([
  [
    'csv',
    'text/csv',
    /^entryId,position,type,dateTime,account,debit,credit,reverses,correlationId,actor,reason\r\n/,
  ],
  ['beancount', 'text/plain', /^option "title" "Kindra"\n/],
])('an export as %s is a download', async (format, type, pattern) => {
  const { headers, body } = await client.send(contract.exportEntries, { ...auth, query: { format } });
  expect(headers.get('content-type')).toContain(type);
  const name = `kindra-ledger-${new Date().toISOString().slice(0, 10)}.${format}`;
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  expect(body).toMatch(pattern);
});

test('beancount accepts the export and rejects a forged one', async () => {
  const text = await client.ok(contract.exportEntries, { ...auth, query: { format: 'beancount' } });
  const folder = await mkdtemp(join(tmpdir(), 'kindra-export-'));
  const file = join(folder, 'ledger.beancount');
  await writeFile(file, text);
  await expect(execFileAsync('bean-check', [file])).resolves.toEqual({ stdout: '', stderr: '' });
  await writeFile(file, text.replace('  -300 COIN', '  -299 COIN'));
  await expect(execFileAsync('bean-check', [file])).rejects.toThrow(/does not balance/);
  await rm(folder, { recursive: true });
}, 60_000);

test('an export that fails midway aborts the connection, so that it does not look complete', async () => {
  async function* generateThenFail(): AsyncGenerator<ExportedEntry> {
    for (let n = 0; n < 1_000; n += 1) yield ENTRY;
    throw new Error('the database is gone');
  }
  const app = new Koa().use((http) => {
    http.body = createDownload(formatEntries('csv', generateThenFail()), http.res);
  });
  app.silent = true;
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).rejects.toThrow();
  server.close();
});

test('hledger computes the same balances from the export and rejects a forged one', async () => {
  const csv = await client.ok(contract.exportEntries, { ...auth, query: { format: 'csv' } });
  const { accounts } = await client.ok(ledger.trialBalance, auth);
  const balances = accounts.map(({ account, debit, credit }) => [account, debit - credit] as const);
  expect(await sumWithHledger(csv)).toEqual({
    accounts: Object.fromEntries(balances.filter(([, sum]) => sum !== 0)),
    entries: {},
  });
  const forgedCsv = csv.replace(/,300,0,/, ',299,0,');
  const [donation] = log.filter(({ type }) => type === 'CoinsDonated');
  expect((await sumWithHledger(forgedCsv)).entries).toEqual({ [donation?.id ?? '']: -1 });
}, 60_000);

test('an export ends when its reader disconnects', async () => {
  const entries: number[] = [];
  let hasEnded = false;
  async function* generateEndlessly(): AsyncGenerator<ExportedEntry> {
    try {
      for (;;) {
        entries.push(entries.length);
        yield ENTRY;
      }
    } finally {
      hasEnded = true;
    }
  }
  const app = new Koa().use((http) => {
    http.body = createDownload(formatEntries('csv', generateEndlessly()), http.res);
  });
  app.silent = true;
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const abortController = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/`, { signal: abortController.signal });
  await response.body?.getReader().read();
  const entryCount = entries.length;
  abortController.abort();
  await waitUntil(() => Promise.resolve(hasEnded));
  expect(entryCount).toBeLessThan(200_000);
  server.close();
});
