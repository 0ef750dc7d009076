import { Command } from 'commander';
import { composeSystem, type System } from '../../../adapters/compose.ts';
import { parseSettings } from '../../../adapters/config.ts';
import { createLogger } from '../../../adapters/logger.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import type { CommandContext } from '../../../domain/handle.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import { projectionNames } from '../../../projections/registry.ts';
import { addErase } from '../../../workers/cli/erase.ts';
import { startWorkers } from '../../../workers/main.ts';
import type { Worker } from '../../../workers/worker.ts';
import { freshDatabase, type TestDatabase } from '../../support/database.ts';
import { TOKEN_SECRET } from '../../support/kindra-command.ts';

const operator = { kind: 'operator', id: 'tests' } as const;

let database: TestDatabase;
let system: System;
let workers: Worker;

beforeAll(async () => {
  database = await freshDatabase();
  const settings = parseSettings({ DATABASE_URL: database.url, TOKEN_SECRET, LOG_LEVEL: 'silent' });
  system = await composeSystem(settings, createLogger('silent'), { role: 'system', attach: true });
  workers = await startWorkers(system);
}, 60_000);
afterAll(async () => {
  await workers.close();
  await system.close();
  await database.drop();
});

const context = (): CommandContext => ({
  commandId: system.ids.next(),
  correlationId: system.ids.next(),
  actor: operator,
  occurredAt: system.clock.now(),
});

async function newAccount(nickname: string): Promise<string> {
  const accountId = system.ids.next();
  const register = {
    type: 'RegisterAccount',
    accountId,
    role: 'USER',
    nickname,
    profileName: 'Ana',
    category: null,
  } as const;
  const handled = await system.handler.handle(accountDecider, accountId, register, context());
  if (!handled.accepted) throw new Error(handled.rejection.message);
  await system.progress.waitFor(projectionNames, handled.position, 10_000);
  return accountId;
}

async function credit(accountId: string): Promise<void> {
  const purchaseId = system.ids.next();
  const purchase = {
    type: 'PurchaseCoins',
    accountId,
    purchaseId,
    paymentId: `pi_${purchaseId}`,
    amount: 500,
    source: 'clearing',
  } as const;
  await system.handler.handle(walletDecider, accountId, purchase, context());
}

/** Runs the command; the operator thinks for as long as it takes, and agrees. */
async function erase(nickname: string, thinking: () => Promise<void>): Promise<void> {
  const program = new Command();
  addErase(program, {
    console: {
      print: () => {},
      write: async () => {},
      note: () => {},
      progress: () => {},
      ask: async () => {
        await thinking();
        return true;
      },
    },
    operator,
    signal: new AbortController().signal,
    withSystem: async (work) => void (await work(system)),
  });
  await program.parseAsync(['erase', nickname, '--reason', 'Asked by letter'], { from: 'user' });
}

test('coins that come while the operator is asked keep the account', async () => {
  const id = await newAccount('Ana');
  await expect(erase('Ana', () => credit(id))).rejects.toThrow('500 coins in the wallet');
  expect((await system.handler.load(accountDecider, id)).state.status).not.toBe('ERASED');
}, 30_000);
