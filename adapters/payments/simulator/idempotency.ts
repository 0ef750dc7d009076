import { createHash } from 'node:crypto';
import type { PoolOrClient } from '../../../common/transaction.ts';
import type { Answer } from './call.ts';
import { invalid, Problem } from './problem.ts';

/** Key class of the advisory locks; arbitrary but unique in Kindra. */
const LOCK_CLASS = 725_531_001;

const LONGEST_KEY = 255;

/** A request to execute only once. */
export interface KeyedRequest {
  /** The idempotency key, prefixed by the caller. */
  readonly key: string;
  /** Hash of method, path and body. */
  readonly fingerprint: Buffer;
}

/** A response, and whether it is a replay. */
export interface KeyedAnswer extends Answer {
  readonly replayed: boolean;
}

export const fingerprintOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

const REUSED =
  'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
  'Try using another key if you meant to execute a different request.';

const IN_USE = 'There is currently another in-progress request using this idempotency key.';

/** Locks the key until the end of the transaction, so that requests with the same key do not run concurrently. */
const lockKey = async (client: PoolOrClient, key: string): Promise<void> => {
  if (key.length > LONGEST_KEY) throw invalid(`Idempotency keys are at most ${LONGEST_KEY} characters long.`);
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS free',
    [LOCK_CLASS, key],
  );
  if (rows[0]?.free) return;
  throw new Problem(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: IN_USE });
};

interface KeptAnswer {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
}

const firstAnswer = async (client: PoolOrClient, key: string): Promise<KeptAnswer | undefined> => {
  const { rows } = await client.query<KeptAnswer>(
    'SELECT fingerprint, status, body FROM simulator.idempotency_keys WHERE key = $1',
    [key],
  );
  return rows[0];
};

/**
 * Executes a request once, in the client's transaction; repeated requests get the first response. A rejected request is
 * not stored and can be corrected under the same key.
 * @throws Problem when the key was used for another request or is in use
 */
export const runIdempotently = async (
  client: PoolOrClient,
  { key, fingerprint }: KeyedRequest,
  carryOut: () => Promise<Answer>,
): Promise<KeyedAnswer> => {
  await lockKey(client, key);
  const first = await firstAnswer(client, key);
  if (first && !first.fingerprint.equals(fingerprint)) {
    throw new Problem(400, { type: 'idempotency_error', message: REUSED });
  }
  if (first) return { status: first.status, body: JSON.parse(first.body), replayed: true };
  const answer = await carryOut();
  await client.query(
    'INSERT INTO simulator.idempotency_keys (key, fingerprint, status, body) VALUES ($1, $2, $3, $4)',
    [key, fingerprint, answer.status, JSON.stringify(answer.body)],
  );
  return { ...answer, replayed: false };
};
