import { createHash } from 'node:crypto';
import type { Querying } from '../../../common/transaction.ts';
import type { Answer } from './call.ts';
import { invalid, Problem } from './problem.ts';

/** Any number that nothing else in Kindra locks with. */
const LOCK_CLASS = 725_531_001;

const LONGEST_KEY = 255;

/** A request that must not be carried out twice. */
export interface KeyedRequest {
  /** The key, told apart by who calls. */
  readonly key: string;
  /** Of all that makes it the same request: method, path and body. */
  readonly fingerprint: Buffer;
}

/** An answer, and whether it was given before. */
export interface KeyedAnswer extends Answer {
  readonly replayed: boolean;
}

/** What makes two requests the same one. */
export const fingerprintOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

const REUSED =
  'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
  'Try using another key if you meant to execute a different request.';

const IN_USE = 'There is currently another in-progress request using this idempotency key.';

/** Taken until the end of the transaction, so that a repetition never runs beside its first. */
const takeTurn = async (client: Querying, key: string): Promise<void> => {
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

const firstAnswer = async (client: Querying, key: string): Promise<KeptAnswer | undefined> => {
  const { rows } = await client.query<KeptAnswer>(
    'SELECT fingerprint, status, body FROM simulator.idempotency_keys WHERE key = $1',
    [key],
  );
  return rows[0];
};

/**
 * Carries out a request once, in the transaction of the client; a repetition gets the first answer. A request that was
 * refused for what it asked leaves no trace, and may be put right under the same key.
 * @throws Problem when the key was used for something else, or is being used right now
 */
export const once = async (
  client: Querying,
  { key, fingerprint }: KeyedRequest,
  carryOut: () => Promise<Answer>,
): Promise<KeyedAnswer> => {
  await takeTurn(client, key);
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
