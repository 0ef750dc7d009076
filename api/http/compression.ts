import { constants } from 'node:zlib';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** Minimum size at which a body is compressed, in bytes. */
export const COMPRESSION_THRESHOLD = 1_024;

/** Brotli options for bodies that are compressed on request. */
export const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Compresses text responses that are not already compressed. */
export const compressTexts = (): Middleware =>
  compress({
    threshold: COMPRESSION_THRESHOLD,
    gzip: { flush: constants.Z_SYNC_FLUSH },
    br: BROTLI_OPTIONS,
    filter: (type) => !type.includes('event-stream') && /json|text|javascript|xml|svg/.test(type),
  });
