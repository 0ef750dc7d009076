import type { z } from 'zod';
import type { Role } from './shapes.ts';

/**
 * Who may call: `all` (a token is not looked at), `optional` (a token is used when there is one), `user` (any account
 * that is logged in), or the roles that may.
 */
export type Audience = 'all' | 'optional' | 'user' | readonly Role[];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The parts of the product that calls belong to, named as the folders are. */
export type Context =
  | 'accounts'
  | 'posts'
  | 'social-graph'
  | 'conversations'
  | 'notifications'
  | 'adoption'
  | 'payments'
  | 'wallet'
  | 'crowdfunding'
  | 'moderation'
  | 'ledger'
  | 'live'
  | 'health';

/** One call of the API. The server validates by it, the OpenAPI document is made of it, the client's types come from it. */
export interface Call {
  readonly name: string;
  readonly context: Context;
  readonly summary: string;
  readonly method: Method;
  /** Path with its parameters in braces, as in `/api/post/{id}`. */
  readonly path: string;
  readonly who: Audience;
  /** What a caller without a token is told; the general sentence unless said. */
  readonly logIn?: string;
  /** Further conditions on the caller that depend on the thing itself, in words. */
  readonly condition?: string;
  /** A parameter that does not fit is a 404. */
  readonly params?: z.ZodObject;
  /** A query that does not fit is a 400. */
  readonly query?: z.ZodObject;
  /** A JSON body that does not fit is a 400 with the sentence of its first failing check. */
  readonly body?: z.ZodObject;
  /** Largest body, in bytes; 64 kB unless said. */
  readonly bodyLimit?: number;
  /** The body is taken as it comes, byte by byte. */
  readonly rawBody?: boolean;
  /** Schema of the answer, or null when it has no body. */
  readonly answer: z.ZodType | null;
  /** `application/json` unless said. */
  readonly answerType?: 'application/json' | 'text/plain' | 'text/event-stream' | 'image/jpeg';
  /** The route writes the answer bit by bit, in one of these media types. */
  readonly streamed?: readonly string[];
  /** 200 unless said. */
  readonly status?: 200 | 204;
  /** Whether an `Idempotency-Key` is honoured. */
  readonly idempotent?: boolean;
  /** Whether an `X-Device-Token` is honoured. */
  readonly deviceToken?: boolean;
  /** Whether it counts neither as a write nor as a read: nobody is kept from it for having done much else. */
  readonly unthrottled?: boolean;
  /** Items of one page, for lists that come in pages. */
  readonly pageSize?: number;
  /** Codes of the refusals that are particular to this call. */
  readonly errors?: readonly string[];
}

/** What a visitor is told who creates, likes or follows. */
export const LOG_IN_FIRST = 'Please log in to perform this action.';

/** Defines a call, keeping the exact types of its schemas. */
export const call = <const C extends Call>(definition: C): C => definition;

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What a call answers with. */
export type AnswerOf<C extends Call> = OutputOf<C['answer']>;
/** What a client sends as the body. */
export type BodyOf<C extends Call> = C extends { readonly body: infer Body } ? InputOf<Body> : undefined;
/** What the server gets as the body, once it is checked and cleaned. */
export type CheckedBodyOf<C extends Call> = C extends { readonly body: infer Body }
  ? OutputOf<Body>
  : undefined;
export type ParamsOf<C extends Call> = C extends { readonly params: infer Params }
  ? OutputOf<Params>
  : undefined;
export type QueryOf<C extends Call> = C extends { readonly query: infer Query } ? OutputOf<Query> : undefined;
