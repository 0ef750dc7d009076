/**
 * Failover to a database that lacks the newest writes, like the promotion of an asynchronous replica. PostgreSQL's data
 * is copied, changed, and restored while the other processes run.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import * as accounts from '../../contract/accounts.ts';
import * as health from '../../contract/health.ts';
import { getWallet } from '../../contract/wallet.ts';
import { type Client, createClient } from '../http/support/client.ts';
import { publishPost, registerNewUser } from '../http/support/people.ts';
import { findFreePort, runKindra } from '../support/kindra-process.ts';
import { waitUntil } from '../support/wait.ts';
import { createCrowdfundings } from './support/crowdfundings.ts';
import { createCustomer, type Person } from './support/customers.ts';
import { type LiveStream, openLiveStream } from './support/live-stream.ts';
import { type FragileSystem, startFragileSystem } from './support/system.ts';

const execute = promisify(execFile);
const WAIT_MS = 120_000;
const MAX_MS = 300_000;

let system: FragileSystem;
let pool: pg.Pool;
let client: Client;
let donor: Person;
let crowdfunding: string;
let liveStream: LiveStream;

/** Copies a folder and preserves its owner, which PostgreSQL requires. */
const copyFolder = (source: string, target: string) => execute('cp', ['-a', source, target]);

const getBalance = async (): Promise<number> =>
  (await client.ok(getWallet, { token: donor.token })).walletCoins;

/** Returns the amounts of all wallet events in the log, in order. */
async function readWalletAmounts(): Promise<readonly number[]> {
  const { rows } = await pool.query<{ amount: string }>(
    "SELECT data->>'amount' AS amount FROM log.events WHERE stream = $1 ORDER BY revision",
    [`wallet-${donor.id}`],
  );
  return rows.map(({ amount }) => Number(amount));
}

/** Donates through a new API process with empty caches. */
async function donateThroughAnotherProcess(amount: number) {
  const port = await findFreePort();
  const command = [process.execPath, 'scripts/run.mjs', 'api', '--prepared'] as const;
  const api = runKindra(command, { ...system.settings, PORT: `${port}` });
  try {
    await api.waitForOutput(/The API is ready at/);
    return await createCustomer(`http://127.0.0.1:${port}`, donor).donate(crowdfunding, amount);
  } finally {
    api.child.kill('SIGTERM');
    await api.exit;
  }
}

const registerPerson = async (): Promise<Person> => {
  const { dataUser, token } = await registerNewUser(client);
  return { id: dataUser.id, token };
};

beforeAll(async () => {
  system = await startFragileSystem();
  pool = new pg.Pool({ connectionString: system.databaseUrl });
  pool.on('error', () => {});
  client = createClient(system.url);
  const creator = await registerPerson();
  donor = await registerPerson();
  [crowdfunding = ''] = await createCrowdfundings(system.databaseUrl, creator.id, 1);
  const { buy, donate } = createCustomer(system.url, donor);
  await buy(100);
  expect(await donate(crowdfunding, 60)).toMatchObject({ isAccepted: true });
  await waitUntil(async () => (await getBalance()) === 40);
  liveStream = await openLiveStream(system.url, donor.token);
}, MAX_MS);
afterAll(async () => {
  liveStream?.close();
  await pool?.end();
  await system?.close();
}, MAX_MS);

test(
  'refuses a donation that only lost coins would pay for',
  async () => {
    let copyFolderPath = '';
    await system.runWithPostgresStopped(async (dataFolder) => {
      copyFolderPath = `${dataFolder}-copy`;
      await copyFolder(dataFolder, copyFolderPath);
    });
    const { buy, donate } = createCustomer(system.url, donor);
    await buy(4_000);
    await waitUntil(async () => (await getBalance()) === 4_040);
    await system.runWithPostgresStopped(async (dataFolder) => {
      await rm(dataFolder, { recursive: true });
      await copyFolder(copyFolderPath, dataFolder);
    });

    // The donation event has the revision of the lost purchase, which the first process expects.
    expect(await donateThroughAnotherProcess(1)).toMatchObject({ isAccepted: true });
    expect(await donate(crowdfunding, 4_000)).toMatchObject({ isAccepted: false });
    expect(await donate(crowdfunding, 38)).toMatchObject({ isAccepted: true });
    expect(await readWalletAmounts()).toEqual([100, 60, 1, 38]);
    await waitUntil(async () => (await getBalance()) === 1, WAIT_MS);
  },
  MAX_MS,
);

test(
  'notifies open live streams to refetch, and continues updates on the same connection',
  async () => {
    await waitUntil(() => liveStream.getNames().includes('everything-changed'), WAIT_MS);
    const { id } = await publishPost(client, donor.token, 'after the failover');
    await waitUntil(() => liveStream.getText().includes(id), WAIT_MS);
    expect(liveStream.getNames()).toContain('post-published');
    expect(liveStream.hasEnded()).toBe(false);
  },
  MAX_MS,
);

test(
  'continues to project and is ready without a restart',
  async () => {
    await client.ok(accounts.registerUser, {
      body: {
        profileData: { username: 'afterwards', password: 'Passw0rdOf1', email: 'afterwards@example.org' },
        personalData: { name: 'Some', surnames: 'Body', birthdate: '1990-05-17', gender: 'O' },
      },
    });
    await waitUntil(async () => {
      const { status, body } = await client.send(health.healthReady);
      return status === 200 && body.projections.every(({ lag, healthy }) => lag === 0 && healthy);
    }, WAIT_MS);
  },
  MAX_MS,
);

test(
  'leaves a log and read models that verify, with no negative balance',
  async () => {
    const program = 'test/support/run-command-line.ts';
    const command = [process.execPath, '--import', 'tsx', program] as const;
    const verification = runKindra([...command, 'verify', '--json'], system.settings);
    expect([await verification.exit, verification.getOutput()]).toEqual([
      0,
      expect.stringContaining('"ok":true'),
    ]);
    const { rows } = await pool.query('SELECT FROM read.wallets WHERE balance < 0');
    expect(rows).toEqual([]);
  },
  MAX_MS,
);
