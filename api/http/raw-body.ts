import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { type ClientAddresses, getLimitKey } from './client-address.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { createHttpFailure, createOverloadFailure } from './error-response.ts';
import { ApiFailure, createTooManyRequestsFailure, RETRY_AFTER_SECONDS } from './failure.ts';
import { enforceMinimumRate } from './minimum-rate.ts';
import { getContentLength } from './pending-connections.ts';

/** Maximum size of a raw body, in bytes. The only raw bodies are webhooks of a few kilobytes. */
const MAX_BYTES = 256 * 1024;
/** Maximum number of concurrent bodies in one process and per IP address. */
const CONCURRENCY_LIMITS = { total: 64, perKey: 16 };

/**
 * Creates a function that reads raw request bodies. Concurrency and slow bodies are limited, because senders are not
 * authenticated until their body is read. The function throws ApiFailure 413 for a body that is too large, 408 for an
 * incomplete body, 429 for too many bodies from one IP address, and 503 for too many bodies in total.
 */
export function createRawBodyReader({ getAddress }: ClientAddresses): (http: Context) => Promise<Uint8Array> {
  const takeSlot = createConcurrencyLimiter(CONCURRENCY_LIMITS);
  return async ({ req }) => {
    if ((getContentLength(req) ?? 0) > MAX_BYTES) throw createHttpFailure(413);
    const release = takeSlot(getLimitKey(getAddress(req)));
    if (release === 'perKey') throw createTooManyRequestsFailure(RETRY_AFTER_SECONDS);
    if (release === 'total') throw createOverloadFailure();
    const { stop: stopMonitoring } = enforceMinimumRate(req);
    try {
      return await readRawBody(req);
    } finally {
      stopMonitoring();
      release();
    }
  };
}

async function readRawBody(req: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw createHttpFailure(413);
      chunks.push(chunk);
    }
  } catch (error) {
    // Other errors mean that the client disconnected or that the request was destroyed as too slow.
    throw error instanceof ApiFailure ? error : createHttpFailure(408);
  }
  return Buffer.concat(chunks);
}
