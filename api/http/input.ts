import { bodyParser } from '@koa/bodyparser';
import type { Context, Middleware } from 'koa';
import type { Call } from '../contract/call.ts';
import { httpFailure, inOurWords, invalid } from './error-answer.ts';
import { ApiFailure } from './failure.ts';

/** Largest body of a request. */
export const BODY_LIMIT = 64 * 1024;

const parsers = new Map<number, Middleware>();

/** The parser of bodies up to so many bytes. */
function parserOf(limit: number): Middleware {
  const parser = parsers.get(limit) ?? bodyParser({ enableTypes: ['json'], jsonLimit: `${limit}b` });
  parsers.set(limit, parser);
  return parser;
}

const nothingNext = async (): Promise<void> => {};

/** Whether a request may bring more than calls take as a rule: it says so, or does not say how much it brings. */
export const mayBeLarge = ({ bodyLimit }: Call, { request: { length } }: Context): boolean =>
  bodyLimit !== undefined && (length === undefined || length > BODY_LIMIT);

const compressed = (): ApiFailure =>
  new ApiFailure(415, 'UNSUPPORTED_CONTENT_ENCODING', 'The request must not be compressed.');

/** The body of a request as JSON; an object without fields when there is none. */
async function readBody(http: Context, limit: number): Promise<unknown> {
  const { length, headers } = http.request;
  const hasBody = headers['transfer-encoding'] !== undefined || (length ?? 0) > 0;
  if (!hasBody) return {};
  if (!http.is('json', '+json')) throw httpFailure(415);
  if (!/^(identity)?$/i.test(http.get('Content-Encoding'))) throw compressed();
  await parserOf(limit)(http, nothingNext);
  http.request.rawBody = '';
  return http.request.body;
}

/** Whether any text in it holds U+0000, which PostgreSQL does not take. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);

/** @throws ApiFailure 400 for a text that cannot be kept or looked for */
function refuseNul(value: unknown): void {
  if (holdsNul(value)) throw new ApiFailure(400, 'INVALID_INPUT', 'A text cannot hold the character U+0000.');
}

/**
 * What a request sent, checked by its call.
 * @throws ApiFailure 404 for parameters, 400 for a query or a body that does not fit, 413 and 415 for a body
 */
export async function inputOf(
  { params, query, body, bodyLimit = BODY_LIMIT }: Call,
  http: Context,
): Promise<{ params: unknown; query: unknown; body: unknown }> {
  const pathParams = params?.safeParse(http.params, inOurWords);
  if (pathParams && !pathParams.success) throw invalid(pathParams.error);
  if (holdsNul(pathParams?.data)) throw httpFailure(404);
  const checkedQuery = query?.safeParse({ ...http.query }, inOurWords);
  if (checkedQuery && !checkedQuery.success) throw invalid(checkedQuery.error);
  refuseNul(checkedQuery?.data);
  if (!body) return { params: pathParams?.data, query: checkedQuery?.data, body: undefined };
  const sent = await readBody(http, bodyLimit);
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new ApiFailure(400, 'INVALID_INPUT', 'The request must be a JSON object.');
  const checkedBody = body.safeParse(sent, inOurWords);
  if (!checkedBody.success) throw invalid(checkedBody.error);
  refuseNul(checkedBody.data);
  return { params: pathParams?.data, query: checkedQuery?.data, body: checkedBody.data };
}
