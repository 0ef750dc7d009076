import { Secret, TOTP } from 'otpauth';
import type { System } from '../../../adapters/compose.ts';
import { createPeers } from '../../../adapters/peers.ts';
import { createSessionCache } from '../../../api/http/session-cache.ts';
import { resetPassword } from '../../../application/passwords.ts';
import { activateAuthenticator, beginAuthenticator } from '../../../application/second-factors.ts';
import { projectionNames } from '../../../projections/registry.ts';
import type { TestDatabase } from '../../support/database.ts';
import { runKindraCommand } from '../../support/kindra-command.ts';
import { startSystem } from '../../support/running-system.ts';
import { WAIT_MS, waitUntil } from '../../support/wait.ts';

let database: TestDatabase;
let system: System;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, system, close } = await startSystem());
  const seedResult = await runKindraCommand(database.url, 'seed', '--yes', '--json');
  if (seedResult.status !== 0) throw new Error(seedResult.errors);
  await system.progress.waitFor(projectionNames, JSON.parse(seedResult.output).position, WAIT_MS);
}, 120_000);
afterAll(() => close());

test('account reset prints a link that sets a new password, and records the operator', async () => {
  const { status, output, errors } = await runKindraCommand(
    database.url,
    'account',
    'reset',
    'marisol',
    '--yes',
    '--json',
  );
  expect(status).toBe(0);
  const { id, nickname, link } = JSON.parse(output);
  expect(nickname).toBe('marisol');
  expect(JSON.parse(errors)).toMatchObject({
    action: 'ResetPassword',
    subjectId: id,
    operator: expect.stringMatching(/./),
  });
  expect(link).toMatch(/^http:\/\/.+\/reset-password#[\w-]{43}$/);

  const token = link.split('#')[1];
  expect(await resetPassword(system, token, 'Other42Words', 'tests')).toBe(id);
  const credentials = await system.privateData.registry.findCredentials('marisol');
  expect(await system.passwords.verify('Other42Words', credentials?.passwordHash ?? null)).toBe(true);
}, 60_000);

test('account reset asks first, and refuses unknown accounts', async () => {
  expect(await runKindraCommand(database.url, 'account', 'reset', 'marisol')).toEqual({
    status: 1,
    output: '',
    errors: 'Nothing was changed. Add --yes to skip the confirmation.\n',
  });
  const { status, errors } = await runKindraCommand(database.url, 'account', 'reset', 'nobodyatall', '--yes');
  expect([status, errors]).toEqual([1, 'There is no profile with the nickname nobodyatall.\n']);
}, 60_000);

describe('account reset-factors', () => {
  const resetFactors = (...args: string[]) =>
    runKindraCommand(database.url, 'account', 'reset-factors', ...args);

  test('deletes the factors with a reason, and ends all sessions', async () => {
    const { secondFactors, sessions, registry } = system.privateData;
    const { accountId = '' } = (await registry.findCredentials('marisol')) ?? {};
    const now = new Date().toISOString();
    const session = { id: system.ids.next(), accountId, createdAt: now, lastProofAt: now };
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    await sessions.open({ ...session, expiresAt });
    const owner = { accountId, language: 'en' } as const;
    const { secret = '' } = (await beginAuthenticator(system, accountId, 'marisol')) ?? {};
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect(await activateAuthenticator(system, owner, code)).toMatchObject({
      recoveryCodes: expect.any(Array),
    });
    expect(await sessions.list(accountId, now)).toHaveLength(1);
    const peers = createPeers({ pool: system.pool, observe: system.progress.observe });
    const options = { sessions, peers, changes: system.progress, maxBytes: 1_000_000 };
    const findCached = createSessionCache(options);
    try {
      await waitUntil(() => peers.getExclusivePeriod() !== null);
      expect(await findCached(session.id, accountId, now)).not.toBeNull();
      const { status, errors } = await resetFactors('marisol', '--reason', 'Lost the phone', '--yes');
      expect(await findCached(session.id, accountId, now)).toBeNull();
      expect([status, errors]).toEqual([0, expect.stringContaining('"reason":"Lost the phone"')]);
    } finally {
      await peers.unregister();
    }
    expect(await secondFactors.summarize(accountId)).toEqual({
      hasAuthenticator: false,
      passkeys: [],
      recoveryCodes: 0,
    });
    expect(await sessions.list(accountId, now)).toEqual([]);
  }, 60_000);

  test('needs a reason, a confirmation and a factor', async () => {
    expect(await resetFactors('marisol', '--yes')).toMatchObject({
      errors: expect.stringContaining('--reason'),
    });
    expect(await resetFactors('marisol', '--reason', 'Lost the phone')).toEqual({
      status: 1,
      output: '',
      errors: 'Nothing was changed. Add --yes to skip the confirmation.\n',
    });
    const { status, errors } = await resetFactors('marisol', '--reason', 'Lost the phone', '--yes');
    expect([status, errors]).toEqual([1, 'marisol has no second factor.\n']);
  }, 60_000);
});
