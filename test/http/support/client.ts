import { randomUUID } from 'node:crypto';
import type { BodyOf, Call, ParamsOf, ResponseBodyOf } from '../../../contract/call.ts';
import { type ApiError, apiError } from '../../../contract/fields.ts';
import { readiness } from '../../../contract/health.ts';
import { getProblemStatus } from '../../../contract/problem-statuses.ts';
import { buildPath } from '../../support/address.ts';
import { listResponseViolations } from './openapi.ts';

/** Input of an API call. The types are loose, because tests also send invalid input. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that conforms to the contract. */
export interface ApiResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Internal details that must not be in an error response. */
const LEAK_PATTERN =
  /node_modules|\.ts:\d|at async|SELECT |INSERT |UPDATE private|private\.|read\.profiles|argon2|\$argon|ECONN|\bpg_[a-z]{3}|syntax error|violates|postgres:\/\//;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`not JSON: ${text.slice(0, 200)}`);
  }
};

/** A malformed path parameter returns 404, regardless of the status of its problem in the body of another call. */
function checkError(call: Call, status: number, body: ApiError): void {
  expect(listResponseViolations(call, status, body)).toEqual([]);
  const code = call.errors?.find((listedCode) => listedCode === body.code);
  if (code && !(call.params && status === 404))
    expect([code, getProblemStatus(code)]).toEqual([code, status]);
}

/**
 * Checks that a response matches the schema of its call and the OpenAPI document, and that it contains no other
 * fields or internal details. Returns the response body.
 */
function checkResponse(call: Call, response: Response, text: string): unknown {
  expect(response.headers.get('x-request-id')).toBeTruthy();
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  if (response.status >= 400) {
    expect(text).not.toMatch(LEAK_PATTERN);
    const isReadinessFailure = call.name === 'healthReady' && response.status === 503;
    const schema = isReadinessFailure ? readiness : apiError;
    const body = parseJson(text);
    // No call declares the status of unexpected errors.
    if (!isReadinessFailure && response.status !== 500) checkError(call, response.status, body as ApiError);
    expect(schema.parse(body)).toEqual(body);
    return body;
  }
  expect(response.status).toBe(call.status ?? 200);
  if (call.response === null) {
    expect(text).toBe('');
    return undefined;
  }
  if (call.streamedTypes) {
    expect(call.streamedTypes).toContain(response.headers.get('content-type')?.split(';')[0]);
    return text;
  }
  expect(response.headers.get('content-type')).toContain(call.responseType ?? 'application/json');
  const isJson = (call.responseType ?? 'application/json') === 'application/json';
  const body = isJson ? parseJson(text) : text;
  if (isJson) expect(listResponseViolations(call, response.status, body)).toEqual([]);
  expect(call.response.parse(body)).toEqual(body);
  return body;
}

async function fetchCall(url: string, call: Call, input: CallInput): Promise<ApiResponse<unknown>> {
  const { params = {}, query = {}, body, token, headers = {} } = input;
  const response = await fetch(url + buildPath(call, params, query), {
    method: call.method,
    headers: {
      'User-Agent': 'kindra-tests/1.0',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: checkResponse(call, response, text) };
}

/** An API client that checks every response against the contract. */
export interface Client {
  /** Returns the response, regardless of its status. The body of an error response is an ApiError. */
  readonly send: <C extends Call>(
    call: C,
    input?: CallInput,
  ) => Promise<ApiResponse<ResponseBodyOf<C> & ApiError>>;
  /** Returns the response body. Throws if the status is 300 or higher. */
  readonly ok: <C extends Call>(
    call: C,
    input?: CallInput & { readonly params?: ParamsOf<C>; readonly body?: BodyOf<C> },
  ) => Promise<ResponseBodyOf<C>>;
}

export function createClient(url: string): Client {
  return {
    send: async (call, input = {}) => (await fetchCall(url, call, input)) as never,
    ok: async (call, input = {}) => {
      const { status, body } = await fetchCall(url, call, input as CallInput);
      if (status >= 300) throw new Error(`${call.name} returned ${status}: ${JSON.stringify(body)}`);
      return body as never;
    },
  };
}

/** Returns the path of the next page from the `Link` header, or null on the last page. */
export function getNextPath(headers: Headers): string | null {
  const [, path] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
  return path ?? null;
}

/** Returns the status of a response and its error code. */
export async function getStatusAndCode(
  request: Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<readonly [status: number, code: string | undefined]> {
  const { status, body } = await request;
  return [status, (body as { readonly code?: string } | null)?.code];
}

/** Creates an `Idempotency-Key` header with a new key. */
export const createKeyHeader = () => ({ 'Idempotency-Key': randomUUID() });
