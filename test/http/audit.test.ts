import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Koa from 'koa';
import { createDownload } from '../../api/http/download.ts';
import { approveAdjustment, proposeAdjustment } from '../../contract/adjustments.ts';
import * as contract from '../../contract/audit.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as ledger from '../../contract/ledger.ts';
import { getNotifications } from '../../contract/notifications.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { createBooks } from '../../domain/ledger/books.ts';
import type { ExportedEntry, ExportedPosting } from '../../domain/ledger/export/entry.ts';
import { formatEntries } from '../../domain/ledger/export/format.ts';
import { toJournalEntry } from '../../domain/ledger/journal.ts';
import { OVERVIEW_WEEKS } from '../../domain/ledger/rules.ts';
import { waitUntil } from '../support/wait.ts';
import { buyCoins, createActiveCrowdfunding } from './support/coins.ts';
import { sumWithHledger } from './support/hledger.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { settleUntil } from './support/settlement.ts';
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

let admin: AuthResponse;
let donor: AuthResponse;
let crowdfundingId: string;
let log: readonly RecordedEvent[];

const auth = { token: '' };
const sumPostings = (postings: readonly ExportedPosting[], side: 'debit' | 'credit') =>
  postings.reduce((sum, posting) => sum + posting[side], 0);

// The donor buys coins and donates twice to a crowdfunding, which is then cancelled.
setUpTestApi();
beforeAll(async () => {
  admin = await registerStaff(api, client, 'ADMIN');
  auth.token = admin.token;
  donor = await registerNewUser(client);
  const creator = await registerNewUser(client);
  await buyCoins(api, client, donor.token, 1000);
  crowdfundingId = await createActiveCrowdfunding(api, creator.dataUser.id);
  for (const amount of [300, 200])
    await client.ok(crowdfunding.donate, {
      token: donor.token,
      params: { crowdfundingId },
      query: { amount },
    } as never);
  await client.ok(crowdfunding.cancelCrowdfunding, { token: creator.token, params: { id: crowdfundingId } });
  log = await api.foundation.rawLog.readAll({ after: 0, limit: 1000 });
}, 60_000);

const fetchExport = async (query: Record<string, string> = {}): Promise<readonly ExportedPosting[]> => {
  const text = await client.ok(contract.exportEntries, { ...auth, query: { format: 'ndjson', ...query } });
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ExportedPosting);
};

/** Computes the trial balance directly from the log, using only the events that match a predicate. */
function computeTrialBalance(isIncluded: (event: RecordedEvent) => boolean) {
  const books = createBooks();
  for (const event of log.filter(isIncluded)) {
    const entry = toJournalEntry(event);
    if (entry) books.post(entry);
  }
  return books.trialBalance();
}

test('balances at a position equal those of the log up to it', async () => {
  for (const { position } of log) {
    const trialBalance = await client.ok(ledger.trialBalance, { ...auth, query: { position } });
    expect(trialBalance).toMatchObject(computeTrialBalance((event) => event.position <= position));
    expect(trialBalance.position).toBeLessThanOrEqual(position);
  }
});

test('balances at an instant equal those of the entries up to it', async () => {
  const instants = new Set(log.map(({ metadata }) => metadata.occurredAt));
  for (const instant of instants) {
    const trialBalance = await client.ok(ledger.trialBalance, { ...auth, query: { at: instant } });
    expect(trialBalance).toMatchObject(computeTrialBalance(({ metadata }) => metadata.occurredAt <= instant));
  }
  const emptyBalance = await client.ok(ledger.trialBalance, {
    ...auth,
    query: { at: '2001-01-01T00:00:00Z' },
  });
  expect(emptyBalance).toEqual({ position: 0, balanced: true, totalDebit: 0, totalCredit: 0, accounts: [] });
});

test.each([
  [{ at: '2026-01-01T00:00:00Z', position: 3 }, 'Give either an instant or a position.'],
  [{ at: 'yesterday' }, 'The time must be an ISO 8601 instant.'],
  [{ position: -1 }, 'The position must be a whole number.'],
])('balances of %j are refused', async (query, message) => {
  const { status, body } = await client.send(ledger.trialBalance, { ...auth, query } as never);
  expect([status, body.message]).toEqual([400, message]);
});

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

test('ledger accounts show the name of their owner while it exists', async () => {
  const { id, nickname } = donor.dataUser;
  const wallet = `wallet:${id}`;
  const { rows } = await api.database.pool.query('SELECT title FROM read.crowdfundings WHERE id = $1', [
    crowdfundingId,
  ]);
  const title: string = rows[0].title;
  const getNamedAccounts = async () => {
    const { accounts } = await client.ok(ledger.trialBalance, auth);
    const [entry] = await client.ok(ledger.journalEntries, { ...auth, query: { type: 'DONATION' } });
    const params = { account: wallet };
    const statement = await client.ok(contract.accountStatement, { ...auth, params });
    const indexNames = (lines: readonly { account: string; name: string | null }[] = []) =>
      Object.fromEntries(lines.map(({ account, name }) => [account, name]));
    return {
      balance: indexNames(accounts),
      entry: indexNames(entry?.postings),
      actor: entry?.actor,
      statement: statement.name,
    };
  };
  expect(await getNamedAccounts()).toEqual({
    balance: { 'stripe:clearing': null, [wallet]: nickname, [`escrow:${crowdfundingId}`]: title },
    entry: { [wallet]: nickname, [`escrow:${crowdfundingId}`]: title },
    actor: { kind: 'account', id, name: nickname },
    statement: nickname,
  });
  await api.database.pool.query(`UPDATE read.profiles SET nickname = '' WHERE id = $1`, [id]);
  expect(await getNamedAccounts()).toMatchObject({
    balance: { [wallet]: null },
    actor: { id, name: null },
    statement: null,
  });
  await api.database.pool.query('UPDATE read.profiles SET nickname = $2 WHERE id = $1', [id, nickname]);
});

test('an account’s statement shows the balance after each entry', async () => {
  const account = `wallet:${donor.dataUser.id}`;
  const statement = await client.ok(contract.accountStatement, { ...auth, params: { account } });
  expect(statement).toMatchObject({ account, balance: 500 });
  expect(statement.lines.map(({ type, debit, credit, balance }) => [type, debit, credit, balance])).toEqual([
    ['DONATION', 200, 0, 500],
    ['DONATION', 300, 0, 700],
    ['PURCHASE', 0, 1000, 1000],
  ]);
  const clearingStatement = await client.ok(contract.accountStatement, {
    ...auth,
    params: { account: 'stripe:clearing' },
  });
  expect(clearingStatement.balance).toBe(1000);
});

test('an account without postings is empty, and an unknown one returns 404', async () => {
  const params = { account: `receivable:${donor.dataUser.id}` };
  const statement = await client.ok(contract.accountStatement, { ...auth, params });
  expect(statement).toEqual({ ...params, name: donor.dataUser.nickname, balance: 0, lines: [] });
  for (const account of ['wallet:nobody', 'treasure', 'suspense:x', 'wallet']) {
    const { status, body } = await client.send(contract.accountStatement, {
      ...auth,
      params: { account },
    });
    expect([account, status, body.code]).toEqual([account, 404, 'ACCOUNT_NOT_FOUND']);
  }
});

test('the overview agrees with the trial balance', async () => {
  const getOverview = () => client.ok(contract.auditOverview, auth);
  const overview = await getOverview();
  const { accounts, position } = await client.ok(ledger.trialBalance, auth);
  const sum = (prefix: string) =>
    accounts
      .filter(({ account }) => account.startsWith(prefix))
      .reduce((total, { balance }) => total + balance, 0);
  expect(overview).toMatchObject({
    position,
    inWallets: sum('wallet:'),
    inEscrow: sum('escrow:'),
    inCirculation: sum('wallet:') + sum('escrow:'),
    atProvider: sum('stripe:clearing'),
  });
  expect([overview.inWallets, overview.inEscrow, overview.atProvider]).toEqual([500, 500, 1000]);
  expect(overview.waitingForRefund).toBe(500);
  expect(overview.weeks).toHaveLength(OVERVIEW_WEEKS);
  expect(overview.weeks.at(-1)).toMatchObject({ bought: 1000, donated: 500 });
  expect(overview.weeks.every(({ week }) => new Date(week).getUTCDay() === 1)).toBe(true);
  await settleUntil(api, async () => (await getOverview()).waitingForRefund === 0);
  expect(await getOverview()).toMatchObject({ inWallets: 1000, inEscrow: 0, atProvider: 1000 });
});

test('the search finds people, campaigns, receipts and payments', async () => {
  const searchAudit = (q: string) => client.ok(contract.searchAudit, { ...auth, query: { q } });
  const emptyResults = { profiles: [], crowdfundings: [], entries: [] };
  const { id, nickname, profileName } = donor.dataUser;
  expect(await searchAudit(`@${nickname.toUpperCase()}`)).toEqual({
    ...emptyResults,
    profiles: [{ id, nickname, profileName }],
  });
  expect(await searchAudit('ROOF FOR')).toMatchObject({
    ...emptyResults,
    crowdfundings: [{ id: crowdfundingId }],
  });
  const [purchase] = await client.ok(ledger.journalEntries, { ...auth, query: { type: 'PURCHASE' } });
  const receiptNumber = `K-2026-${String(purchase?.position).padStart(8, '0')}`;
  expect(await searchAudit(` ${receiptNumber.toLowerCase()} `)).toEqual({
    ...emptyResults,
    entries: [purchase],
  });
  const purchaseData = log.find(({ type }) => type === 'CoinsPurchased')?.data as {
    readonly paymentId: string;
  };
  expect(await searchAudit(purchaseData.paymentId)).toEqual({ ...emptyResults, entries: [purchase] });
  expect(await searchAudit(purchase?.id ?? '')).toEqual({ ...emptyResults, entries: [purchase] });
  for (const unknownQuery of ['', 'pi_unknown', 'K-2026-99999999', '100%', 'nobody at all'])
    expect(await searchAudit(unknownQuery)).toEqual(emptyResults);
});

test('an entry contains its campaign with the status, and both staff members of an adjustment with the reason', async () => {
  const [refund] = await client.ok(ledger.journalEntries, { ...auth, query: { type: 'REFUND' } });
  expect(refund).toMatchObject({
    crowdfunding: { id: crowdfundingId, status: 'CANCELLED' },
    agreement: null,
  });
  const colleague = await registerStaff(api, client, 'MOD');
  const owner = await registerNewUser(client);
  const { id } = await client.ok(proposeAdjustment, {
    ...auth,
    body: { profile: owner.dataUser.id, amount: 70, reason: 'Paid twice.' },
  });
  await client.ok(approveAdjustment, { token: colleague.token, params: { id }, body: {} });
  const [adjustment] = await client.ok(ledger.journalEntries, { ...auth, query: { type: 'ADJUSTMENT' } });
  const [proposer, approver] = [admin, colleague].map(({ dataUser }) => ({
    id: dataUser.id,
    name: dataUser.nickname,
  }));
  expect(adjustment).toMatchObject({
    id,
    crowdfunding: null,
    agreement: { proposedBy: proposer, approvedBy: approver, reason: 'Paid twice.' },
  });
  const listNotifications = ({ token }: AuthResponse) => client.ok(getNotifications, { token });
  expect(await listNotifications(owner)).toMatchObject([
    { kind: 'COINS_ADDED', amount: 70, reason: 'Paid twice.', actors: [] },
  ]);
  expect(await listNotifications(admin)).toMatchObject([
    { kind: 'ADJUSTMENT_APPROVED', amount: 70, actors: [{ id: approver?.id }] },
  ]);
  expect(await listNotifications(colleague)).toMatchObject([
    { kind: 'ADJUSTMENT_APPROVED', actors: [{ id: proposer?.id }] },
  ]);
});
