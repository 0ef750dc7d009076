import { createIdSource, systemClock } from '../../adapters/clock.ts';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { createTokens } from '../../api/http/tokens.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { createHandler } from '../../domain/handle.ts';
import type { BenchmarkDatabase } from './harness.ts';
import { openSession } from './session.ts';

/** Token secret of the measured servers. */
export const BENCHMARK_SECRET = 'a secret of the benchmark, long enough to be one';

/** An account and the token of its session. */
export interface LiveAccount {
  readonly id: string;
  readonly token: string;
}

const BATCH_SIZE = 500;
const SESSION_DURATION_MS = 3_600_000;

/** Creates accounts, each with an open session. Does not hash passwords. */
export async function createAccounts(
  { pool }: BenchmarkDatabase,
  count: number,
): Promise<readonly LiveAccount[]> {
  const vault = createTextVault({ pool });
  const log = createEncryptedLog(createPostgresEventLog({ pool }), { catalogue: eventCatalogue, vault });
  const handler = createHandler({ log });
  const tokens = createTokens(BENCHMARK_SECRET);
  const ids = createIdSource();
  const now = systemClock.now();
  async function createAccount(n: number): Promise<LiveAccount> {
    const id = ids.next();
    const command = {
      type: 'RegisterAccount',
      accountId: id,
      role: 'USER',
      nickname: `bench${n}`,
      profileName: 'Somebody',
      category: null,
    } as const;
    const actor = { kind: 'system', id: 'benchmark' } as const;
    await handler.handle(accountDecider, id, command, {
      commandId: id,
      correlationId: id,
      actor,
      occurredAt: now,
    });
    const expiresAt = new Date(Date.now() + SESSION_DURATION_MS).toISOString();
    const session = { id: ids.next(), accountId: id, createdAt: now, expiresAt };
    await openSession(pool, session);
    return { id, token: await tokens.sign(session) };
  }
  const accounts: LiveAccount[] = [];
  while (accounts.length < count) {
    const batchSize = Math.min(BATCH_SIZE, count - accounts.length);
    const offset = accounts.length;
    accounts.push(
      ...(await Promise.all(Array.from({ length: batchSize }, (_, n) => createAccount(offset + n)))),
    );
  }
  await log.close();
  return accounts;
}
