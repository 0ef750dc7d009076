import { isUtf8 } from 'node:buffer';
import { bodyParser } from '@koa/bodyparser';
import type { Context, Middleware } from 'koa';
import type { Call } from '../../contract/call.ts';
import { bodyNotAnObject, nulCharacter, unsupportedContentEncoding } from '../../contract/problems.ts';
import { MAX_PICTURE_BYTES } from '../../domain/pictures/rules.ts';
import { createHttpFailure, validate } from './error-response.ts';
import { ApiFailure } from './failure.ts';
import { getContentLength, hasBody } from './pending-connections.ts';

/** In bytes. */
const BODY_LIMIT = 64 * 1024;
/** In bytes: the base64 text of a picture plus 512 KiB for other fields. */
const PICTURE_BODY_LIMIT = Math.ceil((MAX_PICTURE_BYTES * 4) / 3) + 512 * 1024;

const createParser = (limit: number) => ({
  limit,
  // `readBody` has checked the content type.
  parse: bodyParser({ enableTypes: ['json'], detectJSON: () => true, jsonLimit: `${limit}b` }),
});
const parser = createParser(BODY_LIMIT);
const pictureParser = createParser(PICTURE_BODY_LIMIT);

const doNothing = async (): Promise<void> => {};

/**
 * Returns whether a call allows a body larger than `BODY_LIMIT`, and `Content-Length` exceeds the limit or is absent.
 */
export const canHaveLargeBody = ({ hasPicture }: Call, { req }: Context): boolean =>
  hasPicture === true && (getContentLength(req) ?? Number.POSITIVE_INFINITY) > BODY_LIMIT;

const isJsonInUtf8 = (http: Context): boolean =>
  Boolean(http.is('application/json')) && /^(utf-?8)?$/i.test(http.request.charset);

/** The parser replaces invalid bytes with U+FFFD, so only texts with this character need the check of their bytes. */
async function parseBody(http: Context, parse: Middleware): Promise<void> {
  const chunks: Buffer[] = [];
  const addChunk = (chunk: Buffer): void => {
    chunks.push(chunk);
  };
  http.req.on('data', addChunk);
  try {
    await parse(http, doNothing);
  } finally {
    http.req.off('data', addChunk);
  }
  const { rawBody } = http.request;
  http.request.rawBody = '';
  if (rawBody?.includes('\uFFFD') && !isUtf8(Buffer.concat(chunks))) throw createHttpFailure(400);
}

/** Returns an empty object if there is no body. */
async function readBody(http: Context, { limit, parse }: typeof parser): Promise<unknown> {
  if (!hasBody(http.req)) return {};
  if (!isJsonInUtf8(http)) throw createHttpFailure(415);
  if (!/^(identity)?$/i.test(http.get('Content-Encoding')))
    throw new ApiFailure(415, unsupportedContentEncoding);
  if ((getContentLength(http.req) ?? 0) > limit) throw createHttpFailure(413);
  await parseBody(http, parse);
  return http.request.body;
}

/** Returns whether any nested string contains U+0000, which PostgreSQL does not accept. */
const containsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(containsNul);

function rejectNul(value: unknown): void {
  if (containsNul(value)) throw new ApiFailure(400, nulCharacter);
}

/** Validated input of a call. */
export interface CallInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Reads and validates the input of a request.
 * @throws ApiFailure 404 for invalid path parameters, 400 for an invalid query or body, 413 for a body that
 *   is too large, 415 for a body that is compressed or not JSON in UTF-8
 */
export async function readInput(
  { params, query, body, hasPicture }: Call,
  http: Context,
): Promise<CallInput> {
  const validParams = params && validate(params, http.params);
  if (containsNul(validParams)) throw createHttpFailure(404);
  const validQuery = query && validate(query, { ...http.query });
  rejectNul(validQuery);
  if (!body) return { params: validParams, query: validQuery, body: undefined };
  const requestBody = await readBody(http, hasPicture ? pictureParser : parser);
  if (typeof requestBody !== 'object' || requestBody === null || Array.isArray(requestBody))
    throw new ApiFailure(400, bodyNotAnObject);
  const validBody = validate(body, requestBody);
  rejectNul(validBody);
  return { params: validParams, query: validQuery, body: validBody };
}
