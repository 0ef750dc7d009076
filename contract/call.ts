import type { z } from 'zod';
import type { Problem } from '../domain/kernel/problem.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import type { ProblemCode } from './problem-catalogue.ts';
import type { Role } from './shapes.ts';

/** `all` ignores a token, `optional` uses it if it is sent, `user` is any logged-in account. */
type Audience = 'all' | 'optional' | 'user' | readonly Role[];

/** An API call. The server's validation, the OpenAPI document and the client's types are derived from it. */
export interface Call extends Endpoint {
  readonly summary: string;
  readonly audience: Audience;
  /** Default: `NOT_LOGGED_IN`. */
  readonly loginProblem?: Problem;
  /** Further conditions on the caller, as prose for the OpenAPI document. */
  readonly condition?: string;
  /** Invalid parameters return 404. */
  readonly params?: z.ZodObject;
  /** An invalid query returns 400. */
  readonly query?: z.ZodObject;
  /** An invalid body returns 400 with the message of the first failed check. */
  readonly body?: z.ZodObject;
  /** Whether the body can contain a picture, so that it can exceed 64 KiB. */
  readonly hasPicture?: boolean;
  /** Whether the handler receives the body as unparsed bytes. */
  readonly hasRawBody?: boolean;
  /** Null if the response has no body. */
  readonly response: z.ZodType | null;
  /** Default: `application/json`. */
  readonly responseType?: 'application/json' | 'text/plain' | 'text/event-stream' | 'image/jpeg';
  /** Further content types, which requests select with their query. */
  readonly otherTypes?: readonly string[];
  readonly streamedTypes?: readonly string[];
  /** Whether the response has an `ETag`. A request with a current `If-None-Match` returns 304. */
  readonly hasETag?: boolean;
  /** Default: 200. Null if every response is an error. */
  readonly status?: 200 | 204 | null;
  /** Whether the call is exempt from read and write rate limits. */
  readonly unthrottled?: boolean;
  /** Whether the call requires a proof of identity from the last 10 minutes. */
  readonly requiresProof?: boolean;
  readonly errors?: readonly ProblemCode[];
}

/** Defines a call and preserves the exact types of its schemas. Unknown fields do not compile. */
export const defineCall = <const C extends Call>(
  definition: C & { readonly [Unknown in Exclude<keyof C, keyof Call>]: never },
): C => definition;

/** Response of a call that returns no body. */
export const noContent = { response: null, status: 204 } as const;

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** Response body of a call. */
export type ResponseBodyOf<C extends Call> = OutputOf<C['response']>;
/** Request body as the client sends it. */
export type BodyOf<C extends Call> = C extends { readonly body: infer Body } ? InputOf<Body> : undefined;
/** Request body after validation and normalization. */
export type CheckedBodyOf<C extends Call> = C extends { readonly body: infer Body }
  ? OutputOf<Body>
  : undefined;
/** Path parameters after validation. */
export type ParamsOf<C extends Call> = C extends { readonly params: infer Params }
  ? OutputOf<Params>
  : undefined;
/** Query as the client sends it. */
export type SentQueryOf<C extends Call> = C extends { readonly query: infer Query }
  ? InputOf<Query>
  : undefined;
/** Query after validation. */
export type QueryOf<C extends Call> = C extends { readonly query: infer Query } ? OutputOf<Query> : undefined;
