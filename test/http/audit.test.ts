import { approveAdjustment, proposeAdjustment } from '../../contract/adjustments.ts';
import * as contract from '../../contract/audit.ts';
import * as ledger from '../../contract/ledger.ts';
import { getNotifications } from '../../contract/notifications.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { createBooks } from '../../domain/ledger/books.ts';
import { toJournalEntry } from '../../domain/ledger/journal.ts';
import { OVERVIEW_WEEKS } from '../../domain/ledger/rules.ts';
import { createCancelledCrowdfunding } from './support/cancelled-crowdfunding.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { settleUntil } from './support/settlement.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let admin: AuthResponse;
let donor: AuthResponse;
let crowdfundingId: string;
let log: readonly RecordedEvent[];

const auth = { token: '' };

setUpTestApi();
beforeAll(async () => {
  ({ admin, donor, crowdfundingId, log } = await createCancelledCrowdfunding(api, client));
  auth.token = admin.token;
}, 60_000);

/** Computes the trial balance directly from the log, using only the events that match a predicate. */
function computeTrialBalance(isIncluded: (event: RecordedEvent) => boolean) {
  const books = createBooks();
  for (const event of log.filter(isIncluded)) {
    const entry = toJournalEntry(event);
    if (entry) books.post(entry);
  }
  return books.computeTrialBalance();
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

test('a day as a filter means midnight UTC', async () => {
  const [today = ''] = log[0]?.metadata.occurredAt.split('T') ?? [];
  const tomorrow = new Date(Date.parse(today) + 24 * 60 * 60_000).toISOString().slice(0, 10);
  const list = (query: Readonly<Record<string, string>>) =>
    client.ok(ledger.journalEntries, { ...auth, query });
  expect(await list({ to: today })).toEqual([]);
  expect(await list({ from: today, to: `${tomorrow}T00:00:00Z` })).toEqual(
    await list({ from: `${today}T00:00:00Z`, to: tomorrow }),
  );
  expect(await list({ from: today })).not.toEqual([]);
});

test.each([
  [{ at: '2026-01-01T00:00:00Z', position: 3 }, 'Give either an instant or a position.'],
  [{ at: 'yesterday' }, 'The time must be a day or an ISO 8601 instant.'],
  [{ position: -1 }, 'The position must be a whole number.'],
])('balances of %j are refused', async (query, message) => {
  const { status, body } = await client.send(ledger.trialBalance, { ...auth, query } as never);
  expect([status, body.message]).toEqual([400, message]);
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

test.each([
  [{ account: 'foo' }, 'UNKNOWN_LEDGER_ACCOUNT'],
  [{ account: 'wallet:zzz' }, 'UNKNOWN_LEDGER_ACCOUNT'],
  [{ from: '2026-11-22', to: '2026-11-21' }, 'PERIOD_REVERSED'],
])('refuses the entry filter %j', async (query, code) => {
  for (const call of [ledger.journalEntries, contract.exportEntries]) {
    const { status, body } = await client.send(call, { ...auth, query });
    expect([status, body.code]).toEqual([400, code]);
  }
});

test('filters entries by a ledger account in any case and by one instant', async () => {
  const account = `WALLET:${donor.dataUser.id.toUpperCase()}`;
  expect(await client.ok(ledger.journalEntries, { ...auth, query: { account } })).not.toEqual([]);
  const query = { from: '2026-11-21', to: '2026-11-21' };
  expect(await client.ok(ledger.journalEntries, { ...auth, query })).toEqual([]);
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
  const { status, body } = await client.send(contract.searchAudit, {
    ...auth,
    query: { q: 'x'.repeat(101) },
  });
  expect([status, body.code]).toEqual([400, 'SEARCH_TOO_LONG']);
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
