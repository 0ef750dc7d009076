import type { Context } from 'koa';
import { httpFailure } from './error-answer.ts';

/**
 * The body of a request, byte by byte.
 * @throws ApiFailure 413 when it is longer than the limit
 */
export async function rawBodyOf({ req }: Context, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw httpFailure(413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
