import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/**
 * Streams pieces of text as fast as the reader takes them, and ends them when the reader goes away. A download that
 * breaks off on our side breaks the connection too, so that nobody takes it for whole.
 */
export const downloadOf = (pieces: AsyncIterable<string>, response: ServerResponse): Readable =>
  Readable.from(pieces).on('error', () => response.destroy());
