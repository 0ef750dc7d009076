/**
 * Tests the coins while the API, the workers and PostgreSQL are killed at random times. All randomness is derived from
 * one printed seed. Repeat a run with `npm run -s jest -- test/faults --seed=N`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import * as contract from '../../contract/crowdfunding.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { toWalletAccount } from '../../domain/ledger/accounts.ts';
import { createAudit } from '../../domain/ledger/audit.ts';
import type { WalletEvent } from '../../domain/wallet/events.ts';
import * as balances from '../../projections/ledger/balances/query.ts';
import * as wallets from '../../projections/wallet/wallets/query.ts';
import { createClient } from '../http/support/client.ts';
import { registerNewUser } from '../http/support/people.ts';
import { runKindra } from '../support/kindra-process.ts';
import { readWholeLog } from '../support/projections/history.ts';
import { waitUntil } from '../support/wait.ts';
import { createCrowdfundings } from './support/crowdfundings.ts';
import {
  type CompletedDonation,
  type CompletedPurchase,
  createCustomer,
  type Person,
} from './support/customers.ts';
import { type FragileSystem, PARTS, startFragileSystem } from './support/system.ts';

const DONOR_COUNT = 10;
const CROWDFUNDING_COUNT = 9;
const LOAD_MS = 25_000;
/** Minimum pause between two kills, in milliseconds. The actual pause is random and up to twice as long. */
const MIN_KILL_PAUSE_MS = 1_000;
const MAX_DOWNTIME_MS = 800;
const SETTLEMENT_TIMEOUT_MS = 60_000;
/** Minimum purchase. Purchases are larger than donations, so that most donors have enough coins. */
const BASE_PURCHASE = 5_000;
/** Minimum planned donation. Planned donations are larger than all others, so that amounts are unique per donor. */
const PLANNED_DONATION = 2_000;

/**
 * Maximum number of purchases per donor. Even if all planned donations are rejected, the requests stay below the rate
 * limit for payments.
 */
const MAX_PURCHASES = 4;
/** Fraction of a donor's rounds in which the donor buys coins. */
const PURCHASE_SHARE = 0.2;

/** Returns a random number generator for a seed. Its numbers are in the range [0, 1). */
function createRandom(seed: number): () => number {
  let state = (Math.abs(seed) % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const seed = jest.getSeed();
let system: FragileSystem;
let pool: pg.Pool;
let creator: Person;
let donors: readonly Person[];
let crowdfundings: readonly string[];
const donations: CompletedDonation[] = [];
const purchases: CompletedPurchase[] = [];
const endedIds = new Set<string>();
let isLoadOver = false;

const registerPerson = async (): Promise<Person> => {
  const { dataUser, token } = await registerNewUser(createClient(system.url));
  return { id: dataUser.id, token };
};

beforeAll(async () => {
  process.stdout.write(`fault test: --seed=${seed}\n`);
  system = await startFragileSystem();
  pool = new pg.Pool({ connectionString: system.databaseUrl });
  pool.on('error', () => {});
  creator = await registerPerson();
  donors = await Promise.all(Array.from({ length: DONOR_COUNT }, registerPerson));
  crowdfundings = await createCrowdfundings(system.databaseUrl, creator.id, CROWDFUNDING_COUNT);
}, 180_000);
afterAll(async () => {
  await pool?.end();
  await system?.close();
}, 180_000);

/** Buys coins and donates them as one donor until the load ends. */
async function buyAndDonate(donor: Person, random: () => number): Promise<void> {
  const { buy, donate } = createCustomer(system.url, donor);
  const chooseCrowdfunding = () => crowdfundings[Math.floor(random() * CROWDFUNDING_COUNT)] as string;
  let purchaseCount = 0;
  for (let n = 1; !isLoadOver; n += 1) {
    if (n === 1 || (purchaseCount < MAX_PURCHASES && random() < PURCHASE_SHARE)) {
      purchaseCount += 1;
      const plannedDonation = { crowdfundingId: chooseCrowdfunding(), amount: PLANNED_DONATION + n };
      const purchase = await buy(BASE_PURCHASE + n, plannedDonation);
      purchases.push(purchase);
      if (purchase.donation) donations.push(purchase.donation);
    }
    donations.push(await donate(chooseCrowdfunding(), n));
    await delay(random() * 200);
  }
}

/** Cancels a third of the campaigns and closes another third. Donations arrive meanwhile. */
async function endCrowdfundings(random: () => number): Promise<void> {
  const { end } = createCustomer(system.url, creator);
  for (const [n, crowdfunding] of crowdfundings.entries()) {
    if (n % 3 === 2) continue;
    await delay((random() * LOAD_MS) / CROWDFUNDING_COUNT);
    await end(n % 3 === 0 ? contract.cancelCrowdfunding : contract.closeCrowdfunding, crowdfunding);
    endedIds.add(crowdfunding);
  }
}

/** Kills each process in turn, and then random ones, until the load ends. Returns the number of kills. */
async function killParts(random: () => number): Promise<number> {
  const deadline = Date.now() + LOAD_MS;
  let killCount = 0;
  while (Date.now() < deadline || killCount < PARTS.length) {
    await delay(MIN_KILL_PAUSE_MS * (1 + random()));
    const randomIndex = Math.floor(random() * PARTS.length);
    await system.kill(
      PARTS[killCount < PARTS.length ? killCount : randomIndex] ?? 'api',
      random() * MAX_DOWNTIME_MS,
    );
    killCount += 1;
  }
  isLoadOver = true;
  return killCount;
}

async function readLog(): Promise<readonly RecordedEvent[]> {
  const log = createPostgresEventLog({ pool });
  try {
    return await readWholeLog(log);
  } finally {
    await log.close();
  }
}

async function auditLog() {
  const audit = createAudit();
  for (const event of await readLog()) audit.add(event);
  return audit.report();
}

test('every purchase and donation gets a response while parts are killed', async () => {
  const random = createRandom(seed);
  const activities = [
    ...donors.map((donor) => buyAndDonate(donor, createRandom(random() * 1e9))),
    endCrowdfundings(random),
  ];
  const killCount = await killParts(random);
  await Promise.all(activities);
  const acceptedCount = donations.filter((donation) => donation.isAccepted).length;
  process.stdout.write(`${killCount} kills, ${purchases.length} purchases, ${acceptedCount} donations\n`);
  expect(endedIds.size).toBe(6);
  expect(acceptedCount).toBeGreaterThan(DONOR_COUNT);
}, 240_000);

test('acknowledged commands are logged once, refused ones are not', async () => {
  const plans = purchases.flatMap(({ donation }) => donation ?? []);
  expect(plans.filter(({ isAccepted }) => isAccepted).length).toBeGreaterThan(0);
  const events = (await readLog()) as readonly (RecordedEvent & WalletEvent)[];
  const loggedCommands: string[] = [];
  for (const { type, data } of events) {
    if (type === 'CoinsDonated')
      loggedCommands.push(`${data.accountId} ${data.crowdfundingId} ${data.amount}`);
    if (type === 'CoinsPurchased') loggedCommands.push(`${data.accountId} ${data.paymentId} ${data.amount}`);
  }
  const acknowledgedCommands = [
    ...donations
      .filter(({ isAccepted }) => isAccepted)
      .map(({ accountId, crowdfundingId, amount }) => `${accountId} ${crowdfundingId} ${amount}`),
    ...purchases.map(({ accountId, paymentId, amount }) => `${accountId} ${paymentId} ${amount}`),
  ];
  expect(loggedCommands.sort()).toEqual(acknowledgedCommands.sort());
  const refusals = events.filter(({ type }) => type === 'PlannedDonationRefused');
  expect(refusals).toHaveLength(plans.filter(({ isAccepted }) => !isAccepted).length);
});

test('every ended campaign is settled, each donation by one refund or release', async () => {
  await waitUntil(async () => {
    const { crowdfundings: all } = await auditLog();
    return [...endedIds].every((id) => all.get(id)?.held === 0);
  }, SETTLEMENT_TIMEOUT_MS);
  const { problems, trialBalance, crowdfundings: all } = await auditLog();
  expect(problems).toEqual([]);
  expect(trialBalance.balanced).toBe(true);
  const purchasedCoins = purchases.reduce((sum, { amount }) => sum + amount, 0);
  const clearingAccount = trialBalance.accounts.find(({ account }) => account === 'stripe:clearing');
  expect(clearingAccount?.balance).toBe(purchasedCoins);
  for (const [n, id] of crowdfundings.entries()) {
    const { donated = 0, refunded = 0, released = 0 } = all.get(id) ?? {};
    if (n % 3 === 0) expect([refunded, released]).toEqual([donated, 0]);
    if (n % 3 === 1) expect(refunded + released).toBe(donated);
    if (n % 3 === 2) expect([refunded, released]).toEqual([0, 0]);
  }
}, 180_000);

test('wallets and ledger equal the log, and verify finds no problem', async () => {
  const { trialBalance } = await auditLog();
  const getHeldCoins = (id: string): number =>
    trialBalance.accounts.find(({ account }) => account === toWalletAccount(id))?.balance ?? 0;
  for (const { id } of [creator, ...donors])
    await waitUntil(
      async () => (await wallets.getWallet(pool, id)).walletCoins === getHeldCoins(id),
      SETTLEMENT_TIMEOUT_MS,
    );
  await waitUntil(async () => {
    const { accounts, balanced } = await balances.getTrialBalance(pool);
    return balanced && JSON.stringify(accounts) === JSON.stringify(trialBalance.accounts);
  }, SETTLEMENT_TIMEOUT_MS);
  const program = 'test/support/run-command-line.ts';
  const verification = runKindra(
    [process.execPath, '--import', 'tsx', program, 'verify', '--json'],
    system.settings,
  );
  expect([await verification.exit, verification.getOutput()]).toEqual([
    0,
    expect.stringContaining('"ok":true'),
  ]);
}, 180_000);
