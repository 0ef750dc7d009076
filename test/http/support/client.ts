import type { BodyOf, Call, ParamsOf, ResponseBodyOf } from '../../../contract/call.ts';
import { type ApiError, apiError } from '../../../contract/fields.ts';
import { readiness } from '../../../contract/health.ts';
import { buildAddress } from '../../support/address.ts';
import { listErrorViolations, listResponseViolations } from './openapi.ts';

/** Input of a call. The types are loose, because tests send invalid input on purpose. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that was checked against the contract. */
export interface ApiResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Texts that must never be in an error. */
const LEAKS =
  /node_modules|\.ts:\d|at async|SELECT |INSERT |UPDATE private|private\.|read\.profiles|argon2|\$argon|ECONN|\bpg_[a-z]{3}|syntax error|violates|postgres:\/\//;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`not JSON: ${text.slice(0, 200)}`);
  }
};

/**
 * Checks a response against its call: it matches the schema and the OpenAPI document, and has no other fields and
 * no internal details.
 */
function checkResponse(call: Call, response: Response, text: string): unknown {
  expect(response.headers.get('x-request-id')).toBeTruthy();
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  if (response.status >= 400) {
    expect(text).not.toMatch(LEAKS);
    const isReadiness = call.name === 'healthReady' && response.status === 503;
    const schema = isReadiness ? readiness : apiError;
    const body = parseJson(text);
    if (!isReadiness) expect(listErrorViolations(body)).toEqual([]);
    expect(schema.parse(body)).toEqual(body);
    return body;
  }
  expect(response.status).toBe(call.status ?? 200);
  if (call.response === null) {
    expect(text).toBe('');
    return undefined;
  }
  if (call.streamed) {
    expect(call.streamed).toContain(response.headers.get('content-type')?.split(';')[0]);
    return text;
  }
  expect(response.headers.get('content-type')).toContain(call.responseType ?? 'application/json');
  const isJson = (call.responseType ?? 'application/json') === 'application/json';
  const body = isJson ? parseJson(text) : text;
  if (isJson) expect(listResponseViolations(call, body)).toEqual([]);
  expect(call.response.parse(body)).toEqual(body);
  return body;
}

async function fetchCall(url: string, call: Call, sent: Sent): Promise<ApiResponse<unknown>> {
  const { params = {}, query = {}, body, token, headers = {} } = sent;
  const response = await fetch(url + buildAddress(call, params, query), {
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

/** A client of the API. */
export interface Client {
  /** Returns the response, whatever its status; the `body` of an error is an ApiError. */
  readonly send: <C extends Call>(call: C, sent?: Sent) => Promise<ApiResponse<ResponseBodyOf<C> & ApiError>>;
  /** Returns the response and fails unless it succeeded. */
  readonly ok: <C extends Call>(
    call: C,
    sent?: Sent & { readonly params?: ParamsOf<C>; readonly body?: BodyOf<C> },
  ) => Promise<ResponseBodyOf<C>>;
}

export function createClient(url: string): Client {
  return {
    send: async (call, sent = {}) => (await fetchCall(url, call, sent)) as never,
    ok: async (call, sent = {}) => {
      const { status, body } = await fetchCall(url, call, sent as Sent);
      if (status >= 300) throw new Error(`${call.name} answered ${status}: ${JSON.stringify(body)}`);
      return body as never;
    },
  };
}

/** Returns the path of the next page from the link of a response, or null. */
export function getNextAddress(headers: Headers): string | null {
  const [, address] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
  return address ?? null;
}

/** Returns the status of a response and the code of its error. */
export async function getStatusAndCode(
  sending: Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<readonly [status: number, code: string | undefined]> {
  const { status, body } = await sending;
  return [status, (body as { readonly code?: string } | null)?.code];
}
