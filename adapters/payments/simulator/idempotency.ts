import { createHash } from 'node:crypto';
import type { PoolOrClient } from '../../../common/transaction.ts';
import type { ApiResponse } from './define-call.ts';
import { createInvalidRequest, Problem } from './problem.ts';

/** Class of the advisory lock keys; arbitrary but unique in Kindra. */
const LOCK_CLASS = 725_531_001;

const MAX_KEY_LENGTH = 255;

/** Returns the SHA-256 of a request's parts: the fingerprint that `runIdempotently` compares. */
export const hashRequest = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

const KEY_REUSED =
  'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
  'Try using another key if you meant to execute a different request.';

const KEY_IN_USE = 'There is currently another in-progress request using this idempotency key.';

/** Locks the key until the end of the transaction, so that requests with the same key do not run concurrently. */
const lockKey = async (client: PoolOrClient, key: string): Promise<void> => {
  if (key.length > MAX_KEY_LENGTH)
    throw createInvalidRequest(`Idempotency keys are at most ${MAX_KEY_LENGTH} characters long.`);
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS free',
    [LOCK_CLASS, key],
  );
  if (rows[0]?.free) return;
  throw new Problem(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: KEY_IN_USE });
};

interface StoredResponse {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
}

const findStoredResponse = async (client: PoolOrClient, key: string): Promise<StoredResponse | undefined> => {
  const { rows } = await client.query<StoredResponse>(
    'SELECT fingerprint, status, body FROM simulator.idempotency_keys WHERE key = $1',
    [key],
  );
  return rows[0];
};

/**
 * Executes a request once, in the client's transaction. A repeated request gets the first response. A
 * rejected request is not stored and can be corrected under the same key.
 * @param key idempotency key, prefixed with the caller
 * @param fingerprint hash of the request method, path and body
 * @throws Problem when the key was used for a different request or is in use
 */
export const runIdempotently = async (
  client: PoolOrClient,
  key: string,
  fingerprint: Buffer,
  handleRequest: () => Promise<ApiResponse>,
): Promise<ApiResponse> => {
  await lockKey(client, key);
  const storedResponse = await findStoredResponse(client, key);
  if (storedResponse && !storedResponse.fingerprint.equals(fingerprint)) {
    throw new Problem(400, { type: 'idempotency_error', message: KEY_REUSED });
  }
  if (storedResponse)
    return { status: storedResponse.status, body: JSON.parse(storedResponse.body), isReplayed: true };
  const response = await handleRequest();
  await client.query(
    'INSERT INTO simulator.idempotency_keys (key, fingerprint, status, body) VALUES ($1, $2, $3, $4)',
    [key, fingerprint, response.status, JSON.stringify(response.body)],
  );
  return response;
};
