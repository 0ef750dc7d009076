import type { IncomingMessage } from 'node:http';
import { parse } from 'qs';
import { createInvalidRequest } from './problem.ts';

const MAX_BODY_BYTES = 64 * 1024;

const FORM_OPTIONS = { depth: 4, parameterLimit: 200, arrayLimit: 100 } as const;

/** Parses a form or query string. Parameters can be nested. */
export const parseForm = (form: string): Record<string, unknown> => parse(form, FORM_OPTIONS);

/**
 * Reads the body of a request as a string.
 * @throws Problem when it is too large
 */
export const readBody = async (request: IncomingMessage): Promise<string> => {
  const tooLargeError = createInvalidRequest('The request is too large.', {}, 413);
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLargeError;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLargeError;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
