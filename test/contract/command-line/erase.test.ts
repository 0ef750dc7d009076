import type { System } from '../../../adapters/compose.ts';
import { projectionNames } from '../../../projections/registry.ts';
import type { TestDatabase } from '../../support/database.ts';
import { runKindraCommand } from '../../support/kindra-command.ts';
import { startSystem } from '../../support/running-system.ts';
import { WAIT_MS } from '../../support/wait.ts';

let database: TestDatabase;
let system: System;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, system, close } = await startSystem());
  const seedResult = await runKindraCommand(database.url, 'seed', '--yes', '--json');
  if (seedResult.status !== 0) throw new Error(seedResult.errors);
  const { position } = JSON.parse(seedResult.output);
  await system.progress.waitFor(projectionNames, position, WAIT_MS);
}, 120_000);
afterAll(() => close());

/** SQL condition that selects erasable accounts. */
const ERASABLE_CONDITION = "campaign.id IS NULL AND profile.role IN ('USER', 'ORG')";
const REASON_ARGS = ['--reason', 'Asked by letter'];

/**
 * Returns a demo account that meets an SQL condition. The condition can use the tables `profile`, `wallet` and
 * `campaign`.
 */
async function findPerson(condition: string): Promise<{ readonly id: string; readonly nickname: string }> {
  const { rows } = await database.pool.query<{ id: string; nickname: string }>(
    `SELECT DISTINCT profile.id, profile.nickname FROM read.profiles profile
     JOIN read.wallets wallet ON wallet.account_id = profile.id
     LEFT JOIN read.crowdfundings campaign ON campaign.creator_id = profile.id
     WHERE ${condition} ORDER BY profile.id LIMIT 1`,
  );
  if (!rows[0]) throw new Error(`nobody of the demo has ${condition}`);
  return rows[0];
}

/**
 * Returns the erasure and deactivation events. Other events are ignored, because the workers append some during the
 * test.
 */
const readErasures = () => system.log.readAll({ types: ['AccountErased', 'AccountDeactivated'] });

test('refuses to erase staff and accounts with campaigns, with the reason', async () => {
  const cases = [
    ["profile.role = 'ADMIN'", '- The account has a staff role. Revoke it first with kindra staff revoke.\n'],
    ["campaign.status = 'ACTIVE'", 'accepts donations. Have it closed or cancelled first.\n'],
  ] as const;
  for (const [condition, sentence] of cases) {
    const { nickname } = await findPerson(condition);
    const { status, output, errors } = await runKindraCommand(
      database.url,
      'erase',
      nickname,
      ...REASON_ARGS,
      '--yes',
    );
    expect([status, output]).toEqual([1, '']);
    expect(errors).toMatch(new RegExp(`^${nickname} cannot be erased yet:\n`));
    expect(errors).toContain(sentence);
  }
  const unconfirmedPerson = await findPerson(ERASABLE_CONDITION);
  expect(await runKindraCommand(database.url, 'erase', unconfirmedPerson.nickname, ...REASON_ARGS)).toEqual({
    status: 1,
    output: '',
    errors: 'Nothing was changed. Add --yes to skip the confirmation.\n',
  });
  expect(await readErasures()).toEqual([]);
}, 180_000);

test('erases once, changes nothing when it is repeated, and still verifies', async () => {
  const { id, nickname } = await findPerson(ERASABLE_CONDITION);
  const eraseResult = await runKindraCommand(database.url, 'erase', nickname, ...REASON_ARGS, '--yes');
  expect(eraseResult.status).toBe(0);
  expect(JSON.parse(eraseResult.errors)).toMatchObject({
    event: 'security',
    kind: 'account-erased',
    subjectId: id,
  });
  expect(eraseResult.output).toContain(`${nickname} is erased. Its id in the ledger is ${id}.\n`);
  expect(await system.privateData.registry.findPersonalData(id)).toBeNull();
  const [event] = await system.log.readStream(`account-${id}`, { direction: 'backwards', limit: 1 });
  expect(event).toMatchObject({
    type: 'AccountErased',
    metadata: { actor: { kind: 'operator' }, reason: 'Asked by letter' },
  });
  const secondResult = await runKindraCommand(database.url, 'erase', id, '--json');
  expect(JSON.parse(secondResult.output)).toMatchObject({ id, changed: false });
  expect(await runKindraCommand(database.url, 'erase', nickname, ...REASON_ARGS, '--yes')).toMatchObject({
    status: 1,
    errors: `There is no profile with the nickname ${nickname}.\n`,
  });
  expect((await readErasures()).map(({ type }) => type)).toEqual(['AccountDeactivated', 'AccountErased']);
  expect(await runKindraCommand(database.url, 'verify')).toMatchObject({ status: 0 });
  const replayResult = await runKindraCommand(database.url, 'replay', '--all', '--json');
  expect([replayResult.status, JSON.parse(replayResult.output).equal]).toEqual([0, true]);
}, 180_000);
