import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';

/** In bytes. Smaller bodies are sent uncompressed. */
const COMPRESSION_THRESHOLD = 1_024;

/** For bodies that are compressed at request time. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressWithBrotli = promisify(brotliCompress);

/** A response body that several responses share. It is compressed only once. */
export interface SharedBody {
  readonly body: Buffer;
  /** Set by the first request that accepts Brotli. */
  brotliBody?: Promise<Buffer>;
}

/** Returns null if the body is too small to be compressed. */
function getBrotliBody(sharedBody: SharedBody): Promise<Buffer> | null {
  if (sharedBody.body.length < COMPRESSION_THRESHOLD) return null;
  sharedBody.brotliBody ??= compressWithBrotli(sharedBody.body, BROTLI_OPTIONS);
  return sharedBody.brotliBody;
}

/** Sends a shared body, compressed with Brotli if the client accepts it. */
export async function sendSharedBody(http: Context, sharedBody: SharedBody, type: string): Promise<void> {
  if (!http.headers['accept-encoding']) http.compress = false;
  const compressedBody = http.compress !== false && http.acceptsEncodings('br') && getBrotliBody(sharedBody);
  if (compressedBody) http.set('Content-Encoding', 'br');
  http.type = type;
  http.body = compressedBody ? await compressedBody : sharedBody.body;
}

/** Compresses text responses that are not already compressed. */
export const compressResponses = (): Middleware =>
  compress({
    threshold: COMPRESSION_THRESHOLD,
    gzip: { flush: constants.Z_SYNC_FLUSH },
    br: BROTLI_OPTIONS,
    filter: (type) => !type.includes('event-stream') && /json|text|javascript|xml|svg/.test(type),
  });
