import { once } from 'node:events';
import { composeSystem, type System } from '../../../adapters/compose.ts';
import { parseSettings } from '../../../adapters/config.ts';
import { createLogger } from '../../../adapters/logger.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { crowdfundingDecider } from '../../../domain/crowdfunding/decide.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import { extendCoinTrails } from '../../../projections/crowdfunding/coin-trail/extend.ts';
import { projectionNames } from '../../../projections/registry.ts';
import { startWorkers } from '../../../workers/main.ts';
import type { Worker } from '../../../workers/worker.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { TOKEN_SECRET } from '../../support/environment.ts';
import {
  type CommandResult,
  runKindraCommand as kindraOn,
  startKindra,
} from '../../support/kindra-command.ts';
import { WAIT_MS, waitUntil } from '../../support/wait.ts';

const VALID_CARD = '4242424242424242';

let database: TestDatabase;
let system: System;
let workers: Worker;
let donor: string;
let crowdfunding: string;

const createContext = () => ({
  commandId: system.ids.next(),
  correlationId: system.ids.next(),
  actor: { kind: 'operator', id: 'tests' } as const,
  occurredAt: system.clock.now(),
});

async function createAccount(): Promise<string> {
  const accountId = system.ids.next();
  const person = { role: 'USER', nickname: 'donor', profileName: 'Donor', category: null } as const;
  const command = { type: 'RegisterAccount', accountId, ...person } as const;
  await system.handler.handle(accountDecider, accountId, command, createContext());
  return accountId;
}

/**
 * Creates a paid payment at the provider, without a webhook. Only a sweep adds it to the read models. Returns its id.
 */
async function createPaidPayment(amount: number): Promise<string> {
  const { keys, server } = system.paymentSimulator ?? {};
  if (!keys || !server) throw new Error('there is no simulator');
  const idempotencyKey = system.ids.next();
  const { id, clientSecret } = await system.payments.start({
    accountId: donor,
    amount,
    idempotencyKey,
  });
  const response = await fetch(`http://${server.host}:${server.port}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      return_url: 'http://localhost/wallet/payment/result',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': VALID_CARD,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 1),
      'payment_method_data[card][cvc]': '123',
    }),
  });
  expect(response.status).toBe(200);
  return id;
}

async function createCrowdfunding(): Promise<string> {
  const crowdfundingId = system.ids.next();
  for (const command of [
    {
      type: 'CreateCrowdfunding',
      crowdfundingId,
      creatorId: system.ids.next(),
      title: 'A roof',
      description: 'It rains in.',
      goalAmount: 10_000,
      durationDays: 7,
      imageHash: '0'.repeat(64),
    } as const,
    {
      type: 'ApproveCrowdfunding',
      crowdfundingId,
      staffId: system.ids.next(),
      at: system.clock.now(),
    } as const,
  ])
    await system.handler.handle(crowdfundingDecider, crowdfundingId, command, createContext());
  return crowdfundingId;
}

async function donate(amount: number): Promise<void> {
  const target = { crowdfundingId: crowdfunding, creatorId: system.ids.next(), acceptsDonations: true };
  const donationId = system.ids.next();
  const command = { type: 'DonateCoins', accountId: donor, donationId, amount, target } as const;
  const result = await system.handler.handle(walletDecider, donor, command, createContext());
  if (!result.accepted) throw new Error(result.rejection.message);
  await system.progress.waitFor(projectionNames, result.position, WAIT_MS);
  await extendCoinTrails(system.pool);
}

beforeAll(async () => {
  database = await createDatabase();
  const settings = parseSettings({ DATABASE_URL: database.url, TOKEN_SECRET, LOG_LEVEL: 'silent' });
  system = await composeSystem(settings, createLogger('silent'), { role: 'system', canAttach: true });
  workers = await startWorkers(system, { only: ['projections', 'coin-trails'] });
  donor = await createAccount();
  crowdfunding = await createCrowdfunding();
});
afterAll(async () => {
  await workers.close();
  await system.close();
  await database.drop();
});

const getState = ({ output }: CommandResult, part: string): string | undefined =>
  JSON.parse(output).parts.find(({ name }: { name: string }) => name === part)?.state;

const runKindra = (...args: readonly string[]): Promise<CommandResult> => kindraOn(database.url, ...args);

test('reconcile credits missed payments once and reports them', async () => {
  const payment = await createPaidPayment(5_000);
  const refusal = await runKindra('payments', 'reconcile');
  expect(refusal).toMatchObject({ status: 1, output: '' });
  const first = JSON.parse((await runKindra('payments', 'reconcile', '--yes', '--json')).output);
  expect(first).toMatchObject({
    seen: { credited: 1 },
    booked: [{ type: 'PURCHASE', paymentId: payment, accountId: donor, coins: 5_000 }],
    visible: true,
  });
  const secondResult = await runKindra('payments', 'reconcile', '--yes');
  expect(secondResult.status).toBe(0);
  expect(secondResult.output).toContain('1 credited');
  expect(secondResult.output).toContain('No bookings were missing.');
  const { state } = await system.handler.load(walletDecider, donor);
  expect(state.balance).toBe(5_000);
}, 60_000);

test('status lists parts without a worker and exits with 1', async () => {
  await waitUntil(async () => getState(await runKindra('status', '--json'), 'coin-trails') === 'running');
  const status = await runKindra('status', '--json');
  expect(status.status).toBe(1);
  for (const part of ['payments', 'jobs', 'refunds', 'journal-check'])
    expect(getState(status, part)).toBe('stopped');
  expect((await runKindra('status')).output).toMatch(/^payments +\d+ +never +stopped$/m);
}, 60_000);

test('verify recomputes the trail of a campaign and names a changed line', async () => {
  for (const amount of [100, 200, 300]) await donate(amount);
  const verification = JSON.parse(
    (await runKindra('verify', '--crowdfunding', crowdfunding, '--json')).output,
  );
  expect(verification).toMatchObject({ ok: true, lines: 3, held: 600, problems: [] });
  const { rows } = await database.pool.query(
    `UPDATE trail.links SET amount = 2000 WHERE crowdfunding_id = $1 AND sequence = 2
     RETURNING id, (SELECT encode(hash, 'hex') FROM trail.links last WHERE last.crowdfunding_id = $1
       ORDER BY sequence DESC LIMIT 1) AS head`,
    [crowdfunding],
  );
  expect(rows[0].head).toBe(verification.head);
  const tamperedResult = await runKindra('verify', '--crowdfunding', crowdfunding, '--json');
  expect(tamperedResult.status).toBe(1);
  expect(JSON.parse(tamperedResult.output)).toMatchObject({
    ok: false,
    problems: [
      {
        kind: 'changed-line',
        subject: `line 2, DONATION ${rows[0].id}`,
        expected: { amount: 200 },
        actual: { amount: 2000 },
      },
    ],
  });
  await database.pool.query('DELETE FROM trail.links WHERE crowdfunding_id = $1 AND sequence = 2', [
    crowdfunding,
  ]);
  const missingLineResult = await runKindra('verify', '--crowdfunding', crowdfunding);
  expect(missingLineResult.status).toBe(1);
  expect(missingLineResult.output).toContain(`missing-line  line 2, DONATION ${rows[0].id}`);
  expect((await runKindra('replay', 'journal')).status).toBe(0);
  expect(await runKindra('verify', '--crowdfunding', crowdfunding)).toMatchObject({ status: 0 });
}, 60_000);

test('prints, filters and exports entries', async () => {
  const result = await runKindra('ledger', '--crowdfunding', crowdfunding);
  expect(result.status).toBe(0);
  expect(result.output.match(/DONATION/g)).toHaveLength(3);
  expect(result.output).not.toContain('PURCHASE');
  const lines = (await runKindra('ledger', '--account', `wallet:${donor}`, '--json')).output
    .trim()
    .split('\n');
  const postings = lines.map((line) => JSON.parse(line));
  expect(postings.map(({ type }) => type)).toEqual([
    ...['PURCHASE', 'PURCHASE'],
    ...Array.from({ length: 6 }, () => 'DONATION'),
  ]);
  const csv = (await runKindra('ledger', '--format', 'csv')).output.split('\r\n');
  expect(csv[0]).toMatch(/^entryId,position,type/);
  expect(csv).toHaveLength(1 + 8 + 1);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect((await runKindra('ledger', '--from', tomorrow, '--json')).output).toBe('');
  expect((await runKindra('ledger', '--to', tomorrow, '--json')).output.trim().split('\n')).toHaveLength(8);
  expect((await runKindra('ledger', '--format', 'beancount')).output).toContain('commodity COIN');
}, 60_000);

test('invalid arguments exit with a one-sentence error', async () => {
  for (const [args, sentence] of [
    [['ledger', '--from', 'yesterday'], '--from must be a day (2026-11-21) or a time'],
    [['ledger', '--crowdfunding', 'x'], '--crowdfunding must be a campaign id'],
    [['ledger', '--crowdfunding', system.ids.next()], 'There is no campaign with id'],
    [['ledger', '--account', 'nope'], '--account must be a ledger account'],
    [['ledger', '--account', 'wallet:x'], '--account must be a ledger account'],
    [['ledger', '--from', '2026-11-22', '--to', '2026-11-21'], '--from must not be after --to.'],
    [['ledger', '--profile', 'nobody'], 'There is no profile with the nickname nobody.'],
    [['ledger', '--format', 'pdf'], 'Allowed choices are table, csv, ndjson, beancount'],
    [['verify', '--crowdfunding', system.ids.next()], 'There is no campaign with id'],
    [['payments', 'reconcile', '--since', 'once', '--yes'], '--since must be a day'],
  ] as const) {
    const { status, output, errors } = await runKindra(...args);
    expect([status, output]).toEqual([1, '']);
    expect(errors).toContain(sentence);
  }
}, 60_000);

test('ends the export without an error when the reader stops reading', async () => {
  await database.pool.query(`
    INSERT INTO read.journal_entries SELECT position + n * 1000, id, type, occurred_at, event_id, stream, correlation_id,
      actor_kind, actor_id, reason, reverses, account_id, crowdfunding_id, donation_id, payment_id
    FROM read.journal_entries, generate_series(1, 5000) n WHERE type = 'PURCHASE'`);
  const { child, result } = startKindra(database.url, 'ledger', '--format', 'table');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.stdout?.destroy();
  expect(await result).toMatchObject({ status: 0, errors: '' });
}, 60_000);
