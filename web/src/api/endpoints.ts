import type {
  EndpointBuilder,
  FetchBaseQueryMeta,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import type { AnswerOf, BodyOf, Call, ParamsOf, SentQueryOf } from '../../../contract/call.ts';
import type { Calls } from '../../../contract/calls.ts';
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts';
import { loadDeviceToken } from '../state/device-storage.ts';
import type { BaseQuery, Request, Tag } from './base.ts';
import { type PostRef, positionOf } from './entities.ts';
import { nextPath, PAGED, type Page } from './paging.ts';

type CallOf<E extends Endpoint> = E['name'] extends keyof Calls ? Extract<Calls[E['name']], Call> : never;

type Given<Part> = Part extends undefined ? unknown : Part;

type Sent<E extends Endpoint> = E extends { readonly method: 'GET' } | { readonly inQuery: true }
  ? SentQueryOf<CallOf<E>>
  : BodyOf<CallOf<E>>;

type Arguments<E extends Endpoint> = Given<ParamsOf<CallOf<E>>> &
  Omit<Given<Sent<E>>, 'cursor'> &
  (E extends { readonly idempotent: true } ? { readonly idempotencyKey: string } : unknown);

// biome-ignore lint/suspicious/noConfusingVoidType: RTK Query allows callers to omit a void argument.
type Nothing = void;

/** Arguments of an endpoint: its parameters and its query or body in one object; void when it takes none. */
export type ArgumentsOf<E extends Endpoint> =
  Record<never, never> extends Arguments<E>
    ? keyof Arguments<E> extends never
      ? Nothing
      : Arguments<E> | Nothing
    : Arguments<E>;

type Referring<Answer> = Answer extends readonly unknown[] ? PostRef[] : PostRef;

/** Response type of an endpoint, with references in place of normalized entities. */
export type AnswerFor<E extends Endpoint> = E extends { readonly entity: 'post' }
  ? Referring<AnswerOf<CallOf<E>>>
  : AnswerOf<CallOf<E>>;

/** One page of an endpoint: the items of its list, or the whole response when it holds more than a list. */
export type PageOf<E extends Endpoint> =
  AnswerFor<E> extends readonly (infer Item)[]
    ? Page<Item>
    : AnswerFor<E> & Pick<Page<unknown>, 'next' | 'position'>;

type DefinitionOf<E extends Endpoint> = E extends { readonly method: 'GET'; readonly paged: true }
  ? InfiniteQueryDefinition<ArgumentsOf<E>, string, BaseQuery, Tag, PageOf<E>, 'api'>
  : E extends { readonly method: 'GET' }
    ? QueryDefinition<ArgumentsOf<E>, BaseQuery, Tag, AnswerFor<E>, 'api'>
    : MutationDefinition<ArgumentsOf<E>, BaseQuery, Tag, AnswerFor<E>, 'api'>;

type Table = Readonly<Record<string, Endpoint>>;
type DefinitionsOf<T extends Table> = { [Name in keyof T]: DefinitionOf<T[Name]> };

type Values = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function split({ path, method, inQuery }: Endpoint, { idempotencyKey, ...args }: Values) {
  const rest = { ...args };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(args[name]));
  });
  if (method !== 'GET' && !inQuery) return { url: filled, body: rest, idempotencyKey };
  const query = Object.entries(rest).filter(([, value]) => isGiven(value)) as [string, string][];
  return { url: query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled, idempotencyKey };
}

/** Builds the request of an endpoint. */
export function requestOf<E extends Endpoint>(endpoint: E, args: ArgumentsOf<E>): Request {
  const { url, body = {}, idempotencyKey } = split(endpoint, (args ?? {}) as Values);
  return {
    url,
    method: endpoint.method,
    ...(Object.keys(body).length > 0 && { body }),
    ...(idempotencyKey !== undefined && { idempotencyKey: idempotencyKey as string }),
    ...(endpoint.entity && { entity: endpoint.entity }),
    ...(endpoint.deviceToken && { deviceToken: loadDeviceToken() }),
  };
}

/** Path and query of an endpoint that is fetched without RTK Query, for example by an `<img>`. */
export const addressOf = <E extends Endpoint>(endpoint: E, args: ArgumentsOf<E>): string =>
  split(endpoint, (args ?? {}) as Values).url;

/** Builds a page from a response and its `Link` header. */
export function toPage(answer: unknown, meta: FetchBaseQueryMeta | undefined) {
  const next = nextPath(meta?.response?.headers.get('Link'));
  const position = positionOf(meta);
  const rest = position === undefined ? { next } : { next, position };
  return Array.isArray(answer) ? { items: answer as unknown[], ...rest } : { ...(answer as object), ...rest };
}

/** Builds the request for a page, from the arguments of the list or the `next` path of the previous page. */
export const pageRequestOf = <E extends Endpoint>(endpoint: E, at: ArgumentsOf<E> | string): Request =>
  typeof at === 'string'
    ? { url: at, ...(endpoint.entity && { entity: endpoint.entity }) }
    : requestOf(endpoint, at);

type Builder = EndpointBuilder<BaseQuery, Tag, 'api'>;

function define(build: Builder, endpoint: Endpoint): unknown {
  const query = (args: unknown) => requestOf(endpoint, args as never);
  if (endpoint.method !== 'GET') return build.mutation<unknown, unknown>({ query });
  if (!endpoint.paged) return build.query<unknown, unknown>({ query });
  return build.infiniteQuery<ReturnType<typeof toPage>, unknown, string>({
    infiniteQueryOptions: PAGED,
    query: ({ queryArg, pageParam }) => pageRequestOf(endpoint, pageParam || (queryArg as never)),
    transformResponse: toPage,
  });
}

/**
 * Derives the RTK Query endpoints of a context from the contract: a GET becomes a query, a paged GET an
 * infinite query that follows the `Link` header, every other method a mutation. Features add behaviour with
 * `enhanceEndpoints`.
 */
export const endpointsFor =
  <const T extends Table>(table: T) =>
  (build: Builder): DefinitionsOf<T> =>
    Object.fromEntries(
      Object.entries(table).map(([name, endpoint]) => [name, define(build, endpoint)]),
    ) as DefinitionsOf<T>;
