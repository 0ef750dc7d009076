import { createIdSource, systemClock } from '../../adapters/clock.ts';
import { createTokens } from '../../api/http/tokens.ts';
import type { BenchmarkDatabase } from './harness.ts';
import { BENCHMARK_SECRET } from './live-accounts.ts';
import { openSession } from './session.ts';

/** Opens a session for an account. Returns the session token. */
export async function createToken({ pool }: BenchmarkDatabase, accountId: string): Promise<string> {
  const now = systemClock.now();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const session = { id: createIdSource().next(), accountId, createdAt: now, expiresAt };
  await openSession(pool, session);
  return createTokens(BENCHMARK_SECRET).sign(session);
}
