import { jest } from '@jest/globals';
import { Command } from 'commander';
import type { System } from '../../../adapters/compose.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import type { CommandContext } from '../../../domain/handle.ts';
import type { Payment } from '../../../domain/ports/payments.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import { projectionNames } from '../../../projections/registry.ts';
import type { CommandEnvironment } from '../../../workers/cli/command.ts';
import { addErase } from '../../../workers/cli/erase.ts';
import { addStaff } from '../../../workers/cli/staff.ts';
import { purchaseCoins } from '../../support/purchase.ts';
import { startSystem } from '../../support/running-system.ts';
import { WAIT_MS } from '../../support/wait.ts';

const operator = { kind: 'operator', id: 'tests' } as const;

let system: System;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ system, close } = await startSystem());
}, 60_000);
afterAll(() => close());

const createContext = (): CommandContext => ({
  commandId: system.ids.next(),
  correlationId: system.ids.next(),
  actor: operator,
  occurredAt: system.clock.now(),
});

async function createAccount(nickname: string): Promise<string> {
  const accountId = system.ids.next();
  const registration = {
    type: 'RegisterAccount',
    accountId,
    role: 'USER',
    nickname,
    profileName: 'Ana',
    category: null,
  } as const;
  const result = await system.handler.handle(accountDecider, accountId, registration, createContext());
  if (!result.accepted) throw new Error(result.rejection.message);
  await system.progress.waitFor(projectionNames, result.position, WAIT_MS);
  return accountId;
}

async function creditCoins(accountId: string): Promise<void> {
  await purchaseCoins(system.handler, accountId, 500, createContext());
}

/** Runs a command and confirms each of its prompts. Returns the exit status. */
async function run(
  args: readonly string[],
  beforeAnswer: (question: string) => Promise<void> = async () => {},
  lines: string[] = [],
): Promise<number | undefined> {
  let status: number | undefined;
  const program = new Command();
  const environment: CommandEnvironment = {
    console: {
      print: (line) => void lines.push(line),
      write: async () => {},
      printNote: () => {},
      showProgress: () => {},
      ask: async (question) => {
        await beforeAnswer(question);
        return true;
      },
    },
    operator,
    signal: new AbortController().signal,
    withSystem: async (work) => {
      status = await work(system);
    },
  };
  for (const addCommand of [addErase, addStaff]) addCommand(program, environment);
  await program.parseAsync(args, { from: 'user' });
  return status;
}

const readNewestEvent = async (id: string) => {
  const [event] = await system.log.readStream(`account-${id}`, { direction: 'backwards', limit: 1 });
  return event;
};

test('the question names coins in the wallet, which stay in the ledger', async () => {
  const id = await createAccount('Ana');
  await creditCoins(id);
  const hint = `500 coins remain in wallet:${id}. Two staff members can move them.`;
  const questions: string[] = [];
  const lines: string[] = [];
  expect(await run(['erase', 'Ana'], async (question) => void questions.push(question), lines)).toBe(0);
  expect(questions).toEqual([`Erase Ana (Ana) permanently? ${hint}`]);
  expect(lines).toContain(hint);
  expect((await system.handler.load(accountDecider, id)).state.status).toBe('ERASED');
  expect((await system.handler.load(walletDecider, id)).state.balance).toBe(500);
});

test('names a read model that still shows the person and exits with an error', async () => {
  const id = await createAccount('Uma');
  const lockHolder = await system.pool.connect();
  await lockHolder.query('BEGIN');
  await lockHolder.query("SELECT FROM engine.checkpoints WHERE projection = 'posts' FOR UPDATE");
  const lines: string[] = [];
  const status = await run(['erase', 'Uma', '--json'], undefined, lines);
  await lockHolder.query('ROLLBACK');
  lockHolder.release();
  expect(status).toBe(1);
  const report = JSON.parse(lines[0] ?? '');
  expect(report).toMatchObject({ id, changed: true, visible: false, behind: ['posts'] });
  expect(await system.progress.waitFor(projectionNames, report.position, WAIT_MS)).toBe(true);
  expect(await run(['erase', id])).toBe(0);
});

test('reports coins that arrive during the erasure, which stay in the ledger', async () => {
  const id = await createAccount('Eli');
  const { registry } = system.privateData;
  const lines: string[] = [];
  const eraseSpy = jest.spyOn(registry, 'erase').mockImplementationOnce(async (accountId) => {
    await creditCoins(accountId);
  });
  await run(['erase', 'Eli'], async () => {}, lines);
  eraseSpy.mockRestore();
  expect(lines).toContain(`500 coins remain in wallet:${id}. Two staff members can move them.`);
  lines.length = 0;
  await run(['erase', id, '--json'], async () => {}, lines);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ changed: false, coinsInWallet: 500 });
});

test.each([
  ['is with the bank', 'processing'],
  ['is paid and not booked yet', 'succeeded'],
] as const)('refuses to erase an account with a payment that %s', async (_, status) => {
  const id = await createAccount(`Pay${status}`);
  const payment = { id: 'pi_late', status, amount: 700, accountId: id } as Payment;
  const listSpy = jest.spyOn(system.payments, 'list').mockResolvedValue({ items: [payment], next: null });
  const expectedError = 'The payment pi_late of 700 coins is in progress. Retry when it is complete.';
  await expect(run(['erase', `Pay${status}`])).rejects.toThrow(expectedError);
  listSpy.mockResolvedValue({ items: [{ ...payment, status: 'requires_payment_method' }], next: null });
  await run(['erase', `Pay${status}`]);
  listSpy.mockRestore();
  expect((await system.handler.load(accountDecider, id)).state.status).toBe('ERASED');
});

test('erases a person without a reason, which the log records', async () => {
  const id = await createAccount('Bea');
  await run(['erase', 'Bea']);
  expect(await readNewestEvent(id)).toMatchObject({
    type: 'AccountErased',
    metadata: { actor: operator, reason: 'Erased by an operator, who gave no reason.' },
  });
});

test('grants and revokes a staff role without a reason, which the log records', async () => {
  const id = await createAccount('Ida');
  for (const [args, type, reason] of [
    [['grant', 'Ida', 'MOD'], 'StaffRoleGranted', 'Granted by an operator, who gave no reason.'],
    [['revoke', 'Ida'], 'StaffRoleRevoked', 'Revoked by an operator, who gave no reason.'],
  ] as const) {
    await run(['staff', ...args]);
    expect(await readNewestEvent(id)).toMatchObject({ type, metadata: { actor: operator, reason } });
  }
});

test('encrypts the reason and refuses invalid characters', async () => {
  const id = await createAccount('Eva');
  const expectedError = 'The text contains characters that are not allowed.';
  for (const reason of ['a\u202eb', 'a\u0007b', 'a\u200bb']) {
    await expect(run(['erase', 'Eva', '--reason', reason])).rejects.toThrow(expectedError);
    await expect(run(['staff', 'grant', 'Eva', 'MOD', '--reason', reason])).rejects.toThrow(expectedError);
    await expect(run(['staff', 'revoke', 'Eva', '--reason', reason])).rejects.toThrow(expectedError);
  }
  expect(await readNewestEvent(id)).toMatchObject({ type: 'AccountRegistered' });
  await run(['staff', 'grant', 'Eva', 'MOD', '--reason', ' e\u0301lue ']);
  expect(await readNewestEvent(id)).toMatchObject({ type: 'StaffRoleGranted', metadata: { reason: 'élue' } });
});
