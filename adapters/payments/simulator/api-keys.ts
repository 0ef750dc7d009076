import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'pg';
import type { Caller } from './call-context.ts';
import { generateRandomText } from './ids.ts';
import { createInvalidRequest } from './problem.ts';

/** API keys of the simulator. They are created once per database. */
export interface SimulatorKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

const KEY_LENGTH = 40;

/** Reads the API keys from the database. Creates them if they do not exist. */
export const loadOrCreateKeys = async (pool: Pool): Promise<SimulatorKeys> => {
  await pool.query(
    `INSERT INTO simulator.keys (secret_key, publishable_key, webhook_secret) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    ['sk_test_', 'pk_test_', 'whsec_'].map((prefix) => prefix + generateRandomText(KEY_LENGTH)),
  );
  const { rows } = await pool.query<SimulatorKeys>(
    `SELECT secret_key AS "secretKey", publishable_key AS "publishableKey", webhook_secret AS "webhookSecret"
     FROM simulator.keys`,
  );
  return rows[0]!;
};

const isSameKey = (receivedKey: string, expectedKey: string): boolean => {
  const [a, b] = [Buffer.from(receivedKey), Buffer.from(expectedKey)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const extractKey = ({ authorization = '' }: IncomingHttpHeaders): string | undefined => {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (.+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  return value ? Buffer.from(value, 'base64').toString().replace(/:$/, '') : undefined;
};

/**
 * Identifies the caller by the API key in the header or in the parameters. Stripe's browser scripts send it
 * in the parameters.
 * @throws Problem for a missing or invalid key
 */
export const identifyCaller = (
  headers: IncomingHttpHeaders,
  keyParam: unknown,
  keys: SimulatorKeys,
): Caller => {
  const key = extractKey(headers) ?? (typeof keyParam === 'string' ? keyParam : undefined);
  if (!key) throw createInvalidRequest('You did not provide an API key.', {}, 401);
  if (isSameKey(key, keys.secretKey)) return 'secret';
  if (isSameKey(key, keys.publishableKey)) return 'publishable';
  throw createInvalidRequest('Invalid API Key provided.', { code: 'api_key_invalid' }, 401);
};
