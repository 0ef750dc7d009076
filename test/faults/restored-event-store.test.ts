/**
 * Restore of a separate event log: EventStoreDB is restored from an older backup while the other processes run. The
 * read models in PostgreSQL stay unchanged.
 */
import { healthReady } from '../../contract/health.ts';
import { getWallet } from '../../contract/wallet.ts';
import { type StandInServer, startStandInServer } from '../contract/event-log/stand-in/server.ts';
import { type Client, createClient } from '../http/support/client.ts';
import { registerNewUser } from '../http/support/people.ts';
import { type CuttableProxy, createCuttableProxy } from '../support/cuttable-proxy.ts';
import { createDatabase, type TestDatabase, toOwnerUrl } from '../support/database.ts';
import {
  createTemporaryFolder,
  findFreePort,
  type KindraProcess,
  runKindra,
} from '../support/kindra-process.ts';
import { waitForResult, waitUntil } from '../support/wait.ts';
import { createCrowdfundings } from './support/crowdfundings.ts';
import { createCustomer, type Person } from './support/customers.ts';

const EVENTSTORE_PORT = 2113;
const WAIT_MS = 120_000;
const MAX_MS = 300_000;
const COMMAND_LINE = [process.execPath, '--import', 'tsx', 'test/support/run-command-line.ts'] as const;

let database: TestDatabase;
let server: StandInServer;
let proxy: CuttableProxy;
let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let settings: Record<string, string>;
let api: KindraProcess;
let worker: KindraProcess;
let url: string;
let client: Client;
let donor: Person;
let crowdfunding: string;

async function startPart(name: string, readyPattern: RegExp, changes: Record<string, string> = {}) {
  const part = runKindra([process.execPath, 'scripts/run.mjs', name, '--prepared'], {
    ...settings,
    ...changes,
  });
  await part.waitForOutput(readyPattern);
  return part;
}

async function stopPart(part: KindraProcess | undefined): Promise<void> {
  part?.child.kill('SIGTERM');
  await part?.exit;
}

async function runToCompletion(command: readonly [string, ...string[]]) {
  const program = runKindra(command, settings);
  return { status: await program.exit, output: program.getOutput() };
}

const status = () => runToCompletion([...COMMAND_LINE, 'status']);
/** Waits until the donor has `coins` coins and the public trails have `lines` lines. */
const waitForCoinsAndLines = (coins: number, lines: number) =>
  waitForResult(
    async () => [await getBalance(), await countTrailLines()],
    (actual) => actual[0] === coins && actual[1] === lines,
    WAIT_MS,
  );
const getBalance = async (): Promise<number> =>
  (await client.ok(getWallet, { token: donor.token })).walletCoins;
const fetchReadiness = () => client.send(healthReady);

const listProjectionsAhead = ({ body }: Awaited<ReturnType<typeof fetchReadiness>>): readonly string[] =>
  body.projections.filter(({ state }) => state === 'ahead of the log').map(({ name }) => name);

/** Returns whether all read models that contain the lost purchase and donation are ahead of the log. */
const areReadModelsAhead = (response: Awaited<ReturnType<typeof fetchReadiness>>): boolean =>
  ['wallets', 'journal', 'settlement'].every((name) => listProjectionsAhead(response).includes(name));

async function countTrailLines(): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>('SELECT count(*) FROM trail.links');
  return Number(rows[0]?.count);
}

/** Returns the number of webhooks that are not yet delivered or not yet processed. */
async function countOpenWebhooks(): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM simulator.deliveries WHERE state = 'waiting')
       + (SELECT count(*) FROM private.webhooks WHERE body IS NOT NULL) AS count`,
  );
  return Number(rows[0]?.count);
}

async function registerPerson(): Promise<Person> {
  const { dataUser, token } = await registerNewUser(client);
  return { id: dataUser.id, token };
}

/** Disconnects the event log, truncates it after a position, and reconnects it. */
async function restoreLog(position: number): Promise<void> {
  await proxy.cut();
  server.truncate(position);
  // Otherwise the sweep would correctly credit the lost purchases again, at any time during the test.
  await database.pool.query('TRUNCATE simulator.payment_intents CASCADE');
  await proxy.restore();
}

beforeAll(async () => {
  [database, server, folder] = await Promise.all([
    createDatabase(),
    startStandInServer(),
    createTemporaryFolder(),
  ]);
  proxy = await createCuttableProxy(`esdb://127.0.0.1:${server.port}?tls=false`, EVENTSTORE_PORT);
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  settings = {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: toOwnerUrl(database.url),
    EVENTSTORE_URL: proxy.url,
    TOKEN_SECRET: 'of the restore test, long enough to be one',
    KINDRA_DATA: folder.path,
    PORT: `${port}`,
    READS_PER_ACCOUNT: '100000',
  };
  api = await startPart('api', /The API is ready at/);
  worker = await startPart('worker', /The workers are ready/);
  client = createClient(url);
  const creator = await registerPerson();
  donor = await registerPerson();
  [crowdfunding = ''] = await createCrowdfundings(database.url, creator.id, 1, proxy.url);
  const { buy, donate } = createCustomer(url, donor);
  await buy(100);
  expect(await donate(crowdfunding, 60)).toMatchObject({ isAccepted: true });
  await waitForCoinsAndLines(40, 1);
}, MAX_MS);
afterAll(async () => {
  await Promise.all([stopPart(api), stopPart(worker)]);
  await proxy?.cut();
  await server?.close();
  await database?.drop();
  await folder?.remove();
}, MAX_MS);

/** Buys 4,000 coins and donates 3,000 of them. Waits until the read models and the trail contain both. */
async function spendLostCoins(): Promise<void> {
  const [coins, lines] = [await getBalance(), await countTrailLines()];
  const { buy, donate } = createCustomer(url, donor);
  await buy(4_000);
  expect(await donate(crowdfunding, 3_000)).toMatchObject({ isAccepted: true });
  // A webhook processed after the restore would correctly credit its purchase again.
  await waitUntil(async () => (await countOpenWebhooks()) === 0, WAIT_MS);
  await waitForCoinsAndLines(coins + 1_000, lines + 1);
}

async function expectWorkingSystem(): Promise<void> {
  await waitForResult(fetchReadiness, (response) => response.status === 200, WAIT_MS);
  await waitForResult(status, (result) => result.status === 0, WAIT_MS);
  expect(await runToCompletion([...COMMAND_LINE, 'verify', '--json'])).toEqual({
    status: 0,
    output: expect.stringContaining('"ok":true'),
  });
}

test(
  'a restore stops read models ahead of the log, and the command that status prints repairs them under running processes',
  async () => {
    const copyPosition = server.getEnd();
    await spendLostCoins();
    await restoreLog(copyPosition);

    await Promise.all([api, worker].map((part) => part.waitForOutput(/event log history changed/)));
    const response = await waitForResult(fetchReadiness, areReadModelsAhead, WAIT_MS);
    const names = listProjectionsAhead(response);
    const command = `npx kindra replay ${names.join(' ')}`;
    expect([response.status, response.body.message]).toEqual([
      503,
      `Read models are ahead of the log: ${names.join(', ')}. Repair: ${command}`,
    ]);
    const statusBefore = await status();
    expect(statusBefore.status).toBe(1);
    expect(statusBefore.output).toMatch(/^wallets .* ahead of the log$/m);
    const [, repair = ''] = /Repair: (.+)$/m.exec(statusBefore.output) ?? [];
    expect(repair).toBe(command);
    const [program = '', ...words] = repair.split(' ');
    const { status: replayed, output } = await runToCompletion([program, ...words]);
    expect({ replayed, output }).toMatchObject({ replayed: 0 });

    await expectWorkingSystem();
    expect([await getBalance(), await countTrailLines()]).toEqual([40, 1]);
    const { donate } = createCustomer(url, donor);
    expect(await donate(crowdfunding, 41)).toMatchObject({ isAccepted: false });
    expect(await donate(crowdfunding, 10)).toMatchObject({ isAccepted: true });
    await waitForCoinsAndLines(30, 2);
  },
  MAX_MS,
);

test(
  'status shows why the subscription to the log dropped, and that it recovered',
  async () => {
    const reason = `event log subscription dropped: .*UNAVAILABLE`;
    await proxy.cut();
    const failureLine = new RegExp(`^The subscription to the log failed at \\S+: ${reason}`, 'm');
    const statusWhileDown = await waitForResult(status, ({ output }) => failureLine.test(output), WAIT_MS);
    expect(statusWhileDown.status).toBe(1);

    await proxy.restore();
    const recoveredLine = new RegExp(
      `^The subscription to the log recovered at \\S+, after \\S+: ${reason}`,
      'm',
    );
    // Each part of the workers retries at a different time.
    await waitForResult(
      status,
      (statusReport) => statusReport.status === 0 && recoveredLine.test(statusReport.output),
      WAIT_MS,
    );
  },
  MAX_MS,
);

test(
  'workers with REPLAY_WHEN_AHEAD repair read models that are ahead of a restored log',
  async () => {
    await stopPart(worker);
    worker = await startPart('worker', /The workers are ready/, { REPLAY_WHEN_AHEAD: 'true' });
    const copyPosition = server.getEnd();
    await spendLostCoins();
    await restoreLog(copyPosition);

    await waitForCoinsAndLines(30, 2);
    await expectWorkingSystem();
    expect(await createCustomer(url, donor).donate(crowdfunding, 31)).toMatchObject({ isAccepted: false });
  },
  MAX_MS,
);
