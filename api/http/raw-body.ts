import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { type ClientAddresses, limitKeyOf } from './client-address.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { httpFailure, tooBusy } from './error-answer.ts';
import { ApiFailure, RETRY_SECONDS, slowDown } from './failure.ts';
import { enforceMinimumRate } from './minimum-rate.ts';

/** What bodies that are read byte by byte may take. */
export interface RawBodyLimits {
  /** Largest body, in bytes. */
  readonly limit: number;
  /** Bodies that one process holds at a time. */
  readonly atOnce: number;
  /** Of these, so many from one address. */
  readonly ofOne: number;
}

/**
 * Reads bodies byte by byte, few at a time and none that comes too slowly: whoever may send one need not be known.
 * What it gives throws ApiFailure 413 for one that is too long, 408 for one that does not come to its end, 429 when there
 * are too many of one address and 503 when there are too many.
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
    // Whatever else becomes of a body is the matter of who sends it: they went away, or were cut.
    throw error instanceof ApiFailure ? error : httpFailure(408);
  }
  return Buffer.concat(chunks);
}
