import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { type ClientAddresses, limitKeyOf } from './client-address.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { httpFailure, tooBusy } from './error-answer.ts';
import { ApiFailure, RETRY_SECONDS, slowDown } from './failure.ts';
import { enforceMinimumRate } from './minimum-rate.ts';

/** Limits of raw bodies. */
export interface RawBodyLimits {
  /** Maximum size of a body, in bytes. */
  readonly limit: number;
  /** Maximum number of concurrent bodies in one process. */
  readonly atOnce: number;
  /** Maximum number of concurrent bodies per IP address. */
  readonly ofOne: number;
}

/**
 * Creates a reader of raw bodies. Concurrency and slow bodies are limited, because senders are not
 * authenticated. The reader throws ApiFailure 413 for a body that is too large, 408 for one that is
 * incomplete, 429 for too many bodies of one address, and 503 for too many bodies in total.
 */
export function rawBodies(
  { addressOf }: ClientAddresses,
  { limit, atOnce, ofOne }: RawBodyLimits,
): (http: Context) => Promise<Uint8Array> {
  const limiter = createConcurrencyLimiter({ all: atOnce, ofOne });
  return async ({ req, request }) => {
    if ((request.length ?? 0) > limit) throw httpFailure(413);
    const free = limiter.take(limitKeyOf(addressOf(req)));
    if (free === 'of one') throw slowDown(RETRY_SECONDS);
    if (free === 'of all') throw tooBusy();
    const { end } = enforceMinimumRate(req);
    try {
      return await read(req, limit);
    } finally {
      end();
      free();
    }
  };
}

async function read(req: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw httpFailure(413);
      chunks.push(chunk);
    }
  } catch (error) {
    // Other errors mean that the client disconnected or that the request was destroyed as too slow.
    throw error instanceof ApiFailure ? error : httpFailure(408);
  }
  return Buffer.concat(chunks);
}
