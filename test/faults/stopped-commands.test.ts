import type { System } from '../../adapters/compose.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { projectionNames } from '../../projections/registry.ts';
import type { TestDatabase } from '../support/database.ts';
import { startKindra, startKindraAtTerminal } from '../support/kindra-command.ts';
import { startSystem } from '../support/running-system.ts';
import { waitUntil } from '../support/wait.ts';

/** Advisory lock key for migrations. */
const MIGRATION_LOCK_KEY = 7_255_310_001;
const CTRL_C = '\u0003';

let database: TestDatabase;
let system: System;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, system, close } = await startSystem());
  const accountId = system.ids.next();
  const registration = {
    type: 'RegisterAccount',
    accountId,
    role: 'USER',
    nickname: 'ana',
    profileName: 'Ana',
    category: null,
  } as const;
  const result = await system.handler.handle(accountDecider, accountId, registration, {
    commandId: accountId,
    correlationId: accountId,
    actor: { kind: 'operator', id: 'tests' },
    occurredAt: system.clock.now(),
  });
  if (!result.accepted) throw new Error(result.rejection.message);
  await system.progress.waitFor(projectionNames, result.position, 10_000);
}, 180_000);
afterAll(() => close());

const CHANGING_COMMANDS = [
  { name: 'erase', args: ['erase', 'ana'] },
  { name: 'staff', args: ['staff', 'grant', 'ana', 'MOD'] },
];
const STOPPED_RESULT = { status: 130, output: '' };

const readEventTypes = async () => (await system.log.readAll({})).map(({ type }) => type);

test.each(CHANGING_COMMANDS)(
  'Ctrl-C while the system is opened: $name changes nothing',
  async ({ args }) => {
    const lockHolder = await database.pool.connect();
    try {
      await lockHolder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
      const { child, result } = startKindra(database.url, ...args, '--yes');
      await waitUntil(async () => {
        const { rowCount } = await database.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
        );
        return rowCount === 1;
      });
      child.kill('SIGINT');
      await lockHolder.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK_KEY]);
      expect(await result).toEqual({ ...STOPPED_RESULT, errors: 'Stopped.\n' });
    } finally {
      await lockHolder.query('SELECT pg_advisory_unlock_all()');
      lockHolder.release();
    }
    expect(await readEventTypes()).toEqual(['AccountRegistered']);
  },
  180_000,
);

test.each(CHANGING_COMMANDS)(
  'Ctrl-C at the question: $name changes nothing',
  async ({ args }) => {
    const { child, outputs, result } = startKindraAtTerminal(database.url, ...args);
    await waitUntil(() => outputs.errors.includes('[y/N]'));
    child.stdin?.write(CTRL_C);
    const { errors, ...stopped } = await result;
    expect(stopped).toEqual(STOPPED_RESULT);
    expect(errors).toMatch(/\nStopped\.\n$/);
    expect(await readEventTypes()).toEqual(['AccountRegistered']);
  },
  180_000,
);

test('SIGTERM at the question ends the command', async () => {
  const { child, outputs, result } = startKindraAtTerminal(database.url, 'erase', 'ana');
  await waitUntil(() => outputs.errors.includes('[y/N]'));
  child.kill('SIGTERM');
  expect(await result).toMatchObject(STOPPED_RESULT);
  expect(await readEventTypes()).toEqual(['AccountRegistered']);
}, 180_000);

test('continues after the question is confirmed', async () => {
  const { child, outputs, result } = startKindraAtTerminal(database.url, 'staff', 'grant', 'ana', 'MOD');
  await waitUntil(() => outputs.errors.includes('[y/N]'));
  child.stdin?.end('y\r');
  expect(await result).toMatchObject({ status: 0, output: 'ana is MOD.\n' });
  expect(await readEventTypes()).toEqual(['AccountRegistered', 'StaffRoleGranted']);
}, 180_000);
