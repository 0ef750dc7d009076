import { constants } from 'node:zlib';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** Size from which a body is compressed, in bytes. */
export const COMPRESSION_THRESHOLD = 1_024;

/** Options of Brotli for bodies that are compressed when they are requested. */
export const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Compresses texts that are not compressed yet. */
export const compressTexts = (): Middleware =>
  compress({
    threshold: COMPRESSION_THRESHOLD,
    gzip: { flush: constants.Z_SYNC_FLUSH },
    br: BROTLI_OPTIONS,
    filter: (type) => !type.includes('event-stream') && /json|text|javascript|xml|svg/.test(type),
  });
