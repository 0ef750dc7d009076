import * as accounts from '../../contract/accounts.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as posts from '../../contract/posts.ts';
import { createClient } from '../http/support/client.ts';
import { registerNewUser } from '../http/support/people.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { TOKEN_SECRET } from '../support/environment.ts';
import {
  createTemporaryFolder,
  findFreePort,
  type KindraProcess,
  runKindra,
  startKindra,
} from '../support/kindra-process.ts';
import { isRunning, readPostmasterId } from '../support/postmaster-of.ts';
import { waitUntil } from '../support/wait.ts';

const countEvents = async ({ pool }: TestDatabase): Promise<number> =>
  Number((await pool.query('SELECT count(*) FROM log.events')).rows[0].count);

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let port: number;
let startedProcesses: KindraProcess[] = [];

beforeEach(async () => {
  folder = await createTemporaryFolder();
  port = await findFreePort();
  startedProcesses = [];
});
afterEach(async () => {
  for (const { child, exit } of startedProcesses) {
    child.kill('SIGTERM');
    await exit;
  }
  const postmaster = readPostmasterId(folder.path);
  if (postmaster) await waitUntil(() => !isRunning(postmaster));
  await folder.remove();
}, 180_000);

const track = (kindra: KindraProcess): KindraProcess => {
  startedProcesses.push(kindra);
  return kindra;
};

const startEmpty = async (): Promise<KindraProcess> => {
  const kindra = track(startKindra(folder.path, port, ['--empty']));
  await kindra.waitForOutput('Kindra is ready at');
  return kindra;
};

const createKindraClient = () => createClient(`http://localhost:${port}`);

test('acknowledged writes survive kill -9, and the next start continues', async () => {
  const first = await startEmpty();
  const { token } = await registerNewUser(createKindraClient());
  const post = await createKindraClient().ok(posts.createPublication, {
    token,
    body: { text: 'Still here' },
  });
  first.child.kill('SIGKILL');
  await first.exit;

  await startEmpty();
  const keptPost = await createKindraClient().ok(posts.getPost, { params: { id: post.id }, token });
  expect(keptPost.text).toBe('Still here');
}, 180_000);

test('without demo data, start prints how to add it', async () => {
  const settings = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  const kindra = track(startKindra(folder.path, port, [], settings));
  await kindra.waitForOutput('Kindra is ready at');
  expect(kindra.getOutput()).toContain(
    'No demo data was created, because GOOGLE_CLIENT_ID may indicate a production system. npx kindra seed creates it.\n',
  );
}, 180_000);

test('the next start recovers a killed PostgreSQL', async () => {
  const first = await startEmpty();
  const { dataUser } = await registerNewUser(createKindraClient());
  process.kill(readPostmasterId(folder.path) ?? 0, 'SIGKILL');
  first.child.kill('SIGKILL');
  await first.exit;

  await startEmpty();
  const profile = await createKindraClient().ok(accounts.getProfile, {
    params: { nickname: dataUser.nickname },
  });
  expect(profile.nickname).toBe(dataUser.nickname);
}, 180_000);

test('SIGTERM ends all processes cleanly', async () => {
  const kindra = await startEmpty();
  const postmaster = readPostmasterId(folder.path) ?? 0;
  kindra.child.kill('SIGTERM');
  const code = await kindra.exit;
  if (code !== 0) throw new Error(`It ended with ${code}, and printed:\n${kindra.getOutput()}`);
  expect(isRunning(postmaster)).toBe(false);
  expect(readPostmasterId(folder.path)).toBeNull();
}, 180_000);

test('SIGTERM to npm alone leaves no process behind', async () => {
  const npm = track(
    runKindra(['npm', 'start', '--', '--prepared', '--empty'], { KINDRA_DATA: folder.path, PORT: `${port}` }),
  );
  await npm.waitForOutput('Kindra is ready at');
  const postmaster = readPostmasterId(folder.path) ?? 0;
  expect(isRunning(postmaster)).toBe(true);
  npm.child.kill('SIGTERM');
  await npm.exit;
  await waitUntil(() => !isRunning(postmaster));
  await waitUntil(() =>
    fetch(`http://localhost:${port}/api/health/live`).then(
      () => false,
      () => true,
    ),
  );
}, 180_000);

test('a second start on the same folder is refused, and the first continues', async () => {
  await startEmpty();
  const second = track(startKindra(folder.path, await findFreePort(), ['--empty']));
  expect(await second.exit).toBe(1);
  expect(second.getOutput()).toMatch(
    /^Kindra is already running on .* at http:\/\/localhost:\d+ \(process \d+\)\.\n$/,
  );
  await registerNewUser(createKindraClient());
}, 180_000);

test('an aborted start releases the folder', async () => {
  const firstStart = track(startKindra(folder.path, port, ['--empty']));
  await waitUntil(() => readPostmasterId(folder.path) !== null);
  firstStart.child.kill('SIGINT');
  await firstStart.exit;
  await startEmpty();
}, 180_000);

test('demo data is completed after an interrupted first start', async () => {
  const killedStart = track(startKindra(folder.path, port));
  await killedStart.waitForOutput('Creating demo data');
  killedStart.child.kill('SIGKILL');
  await killedStart.exit;

  const kindra = track(startKindra(folder.path, port));
  await kindra.waitForOutput('Kindra is ready at');
  const [, username = '', password = ''] = /^(\w+) +(\S+) +USER$/m.exec(kindra.getOutput()) ?? [];
  const { token } = await createKindraClient().ok(accounts.login, { body: { username, password } });
  expect((await createKindraClient().ok(posts.forYouPublications, { token })).length).toBe(10);
  const campaigns = await createKindraClient().ok(crowdfunding.activeCrowdfundings, { token });
  expect(campaigns.length).toBeGreaterThan(1);
  for (const { currentAmount } of campaigns) expect(currentAmount).toBeGreaterThan(0);
}, 180_000);

test('adds no demo data to a given database, because its staff have public passwords', async () => {
  const database = await createDatabase();
  const settings = { KINDRA_DATA: folder.path, PORT: `${port}`, DATABASE_URL: database.url, TOKEN_SECRET };
  const kindra = track(runKindra([process.execPath, 'scripts/start.mjs', '--prepared'], settings));
  await kindra.waitForOutput('Kindra is ready at');
  expect(await countEvents(database)).toBe(0);
  kindra.child.kill('SIGTERM');
  await kindra.exit;
  await database.drop();
}, 180_000);

test('seeding refuses a system that is not empty and does not change it', async () => {
  const kindra = await startEmpty();
  const { dataUser } = await registerNewUser(createKindraClient());
  kindra.child.kill('SIGTERM');
  await kindra.exit;
  const seedingProcess = track(
    runKindra([process.execPath, '--import', 'tsx', 'test/support/run-command-line.ts', 'seed', '--yes'], {
      KINDRA_DATA: folder.path,
    }),
  );
  expect(await seedingProcess.exit).toBe(1);
  expect(seedingProcess.getOutput()).toContain('can only be created in an empty system');
  await startEmpty();
  const profile = await createKindraClient().ok(accounts.getProfile, {
    params: { nickname: dataUser.nickname },
  });
  expect(profile.nickname).toBe(dataUser.nickname);
}, 180_000);
