/**
 * Coins while the API, the workers and PostgreSQL are killed at random moments. All randomness is derived from one
 * seed, which is printed; to repeat it: `npm run -s jest -- test/faults --seed=N`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import * as contract from '../../contract/crowdfunding.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { walletAccount } from '../../domain/ledger/accounts.ts';
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

const DONORS = 10;
const CROWDFUNDINGS = 9;
const LOAD_MS = 25_000;
/** Minimum time between two kills; the next one follows at a random moment within as long again. */
const MIN_KILL_PAUSE_MS = 1_000;
const DOWN_MS = 800;
const SETTLED_MS = 60_000;
/** Purchases are larger than donations, so that most donations can be paid. */
const BASE_PURCHASE = 5_000;
/** Planned donations are larger than all others, so that amounts stay unique per donor. */
const PLANNED_DONATION = 2_000;

/** Maximum number of purchases of a donor: with refused plans they stay below the rate limit of payments. */
const MAX_PURCHASES = 4;
/** Share of the rounds of a donor in which coins are bought. */
const PURCHASE_SHARE = 0.2;

/** Returns a random generator of numbers from 0 to below 1 for a seed. */
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
const ended = new Set<string>();
let loaded = false;

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
  donors = await Promise.all(Array.from({ length: DONORS }, registerPerson));
  crowdfundings = await createCrowdfundings(system.databaseUrl, creator.id, CROWDFUNDINGS);
}, 180_000);
afterAll(async () => {
  await pool?.end();
  await system?.close();
}, 180_000);

/** Buys and donates as one donor until the load ends. */
async function give(donor: Person, chance: () => number): Promise<void> {
  const { buy, donate } = createCustomer(system.url, donor);
  const chooseCrowdfunding = () => crowdfundings[Math.floor(chance() * CROWDFUNDINGS)] as string;
  let bought = 0;
  for (let n = 1; !loaded; n += 1) {
    if (n === 1 || (bought < MAX_PURCHASES && chance() < PURCHASE_SHARE)) {
      bought += 1;
      const planned = { crowdfundingId: chooseCrowdfunding(), amount: PLANNED_DONATION + n };
      const purchase = await buy(BASE_PURCHASE + n, planned);
      purchases.push(purchase);
      if (purchase.donation) donations.push(purchase.donation);
    }
    donations.push(await donate(chooseCrowdfunding(), n));
    await delay(chance() * 200);
  }
}

/** Cancels a third of the crowdfundings and closes another third while donations arrive. */
async function endSome(chance: () => number): Promise<void> {
  const { end } = createCustomer(system.url, creator);
  for (const [n, crowdfunding] of crowdfundings.entries()) {
    if (n % 3 === 2) continue;
    await delay((chance() * LOAD_MS) / CROWDFUNDINGS);
    await end(n % 3 === 0 ? contract.cancelCrowdfunding : contract.closeCrowdfunding, crowdfunding);
    ended.add(crowdfunding);
  }
}

/** Kills each part in turn, and then random ones, until the load ends. */
async function killSome(chance: () => number): Promise<number> {
  const until = Date.now() + LOAD_MS;
  let kills = 0;
  while (Date.now() < until || kills < PARTS.length) {
    await delay(MIN_KILL_PAUSE_MS * (1 + chance()));
    const any = Math.floor(chance() * PARTS.length);
    await system.kill(PARTS[kills < PARTS.length ? kills : any] ?? 'api', chance() * DOWN_MS);
    kills += 1;
  }
  loaded = true;
  return kills;
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
  const chance = createRandom(seed);
  const working = [...donors.map((donor) => give(donor, createRandom(chance() * 1e9))), endSome(chance)];
  const kills = await killSome(chance);
  await Promise.all(working);
  const granted = donations.filter((donation) => donation.granted).length;
  process.stdout.write(`${kills} kills, ${purchases.length} purchases, ${granted} donations\n`);
  expect(ended.size).toBe(6);
  expect(granted).toBeGreaterThan(DONORS);
}, 240_000);

test('acknowledged commands are logged once, refused ones are not', async () => {
  const plans = purchases.flatMap(({ donation }) => donation ?? []);
  expect(plans.filter(({ granted }) => granted).length).toBeGreaterThan(0);
  const events = (await readLog()) as readonly (RecordedEvent & WalletEvent)[];
  const told: string[] = [];
  for (const { type, data } of events) {
    if (type === 'CoinsDonated') told.push(`${data.accountId} ${data.crowdfundingId} ${data.amount}`);
    if (type === 'CoinsPurchased') told.push(`${data.accountId} ${data.paymentId} ${data.amount}`);
  }
  const asked = [
    ...donations
      .filter(({ granted }) => granted)
      .map(({ accountId, crowdfundingId, amount }) => `${accountId} ${crowdfundingId} ${amount}`),
    ...purchases.map(({ accountId, paymentId, amount }) => `${accountId} ${paymentId} ${amount}`),
  ];
  expect(told.sort()).toEqual(asked.sort());
  const refusals = events.filter(({ type }) => type === 'PlannedDonationRefused');
  expect(refusals).toHaveLength(plans.filter(({ granted }) => !granted).length);
});

test('every ended campaign is settled, each donation by one refund or release', async () => {
  await waitUntil(async () => {
    const { crowdfundings: all } = await auditLog();
    return [...ended].every((id) => all.get(id)?.held === 0);
  }, SETTLED_MS);
  const { problems, trialBalance, crowdfundings: all } = await auditLog();
  expect(problems).toEqual([]);
  expect(trialBalance.balanced).toBe(true);
  const bought = purchases.reduce((sum, { amount }) => sum + amount, 0);
  const clearing = trialBalance.accounts.find(({ account }) => account === 'stripe:clearing');
  expect(clearing?.balance).toBe(bought);
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
    trialBalance.accounts.find(({ account }) => account === walletAccount(id))?.balance ?? 0;
  for (const { id } of [creator, ...donors])
    await waitUntil(
      async () => (await wallets.getWallet(pool, id)).walletCoins === getHeldCoins(id),
      SETTLED_MS,
    );
  await waitUntil(async () => {
    const { accounts, balanced } = await balances.getTrialBalance(pool);
    return balanced && JSON.stringify(accounts) === JSON.stringify(trialBalance.accounts);
  }, SETTLED_MS);
  const program = 'test/support/run-command-line.ts';
  const verify = runKindra(
    [process.execPath, '--import', 'tsx', program, 'verify', '--json'],
    system.settings,
  );
  expect([await verify.exit, verify.getOutput()]).toEqual([0, expect.stringContaining('"ok":true')]);
}, 180_000);
