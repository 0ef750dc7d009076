import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/**
 * Streams a file with backpressure. An error destroys the connection, so that the client does not mistake a partial
 * download for a complete one.
 */
export const createDownload = (
  chunks: AsyncIterable<string | Uint8Array>,
  response: ServerResponse,
): Readable => Readable.from(chunks).on('error', () => response.destroy());
