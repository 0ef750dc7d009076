import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { httpFailure } from './error-answer.ts';
import { ApiFailure } from './failure.ts';
import { demandPace } from './pace.ts';

/** What bodies that are read byte by byte may take. */
export interface RawBodyLimits {
  /** Largest body, in bytes. */
  readonly limit: number;
  /** Bodies that one process holds at a time. */
  readonly atOnce: number;
}

const tooBusy = (): ApiFailure =>
  new ApiFailure(503, 'TOO_BUSY', 'Too many people are doing this at once. Please try again.', {
    headers: { 'Retry-After': '2' },
  });

/**
 * Reads bodies byte by byte, few at a time and none that comes too slowly: whoever may send one need not be known.
 * What it gives throws ApiFailure 413 for one that is too long, and 503 when there are too many.
 */
export function rawBodies({ limit, atOnce }: RawBodyLimits): (http: Context) => Promise<Uint8Array> {
  let underWay = 0;
  return async ({ req, request }) => {
    if ((request.length ?? 0) > limit) throw httpFailure(413);
    if (underWay === atOnce) throw tooBusy();
    underWay += 1;
    const end = demandPace(req);
    try {
      return await read(req, limit);
    } finally {
      end();
      underWay -= 1;
    }
  };
}

async function read(req: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw httpFailure(413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
