import type {
  EndpointBuilder,
  FetchBaseQueryMeta,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import type { BodyOf, Call, ParamsOf, ResponseBodyOf, SentQueryOf } from '../../../contract/call.ts';
import type { Calls } from '../../../contract/calls.ts';
import {
  createReadPath,
  type Endpoint,
  type EndpointArguments,
  type EntityName,
  fillPath,
  removeEmptyArguments,
} from '../../../contract/endpoints/endpoint.ts';
import { loadDeviceToken } from '../state/device-storage.ts';
import type { ApiRequest, BaseQuery, Tag } from './base.ts';
import { type EntityRef, getReadPosition } from './entities.ts';
import { PAGING_OPTIONS, type Page, parseNextPath } from './paging.ts';

type CallOf<E extends Endpoint> = E['name'] extends keyof Calls ? Extract<Calls[E['name']], Call> : never;

type OrUnknown<Part> = Part extends undefined ? unknown : Part;

type InputOf<E extends Endpoint> = E extends { readonly method: 'GET' } | { readonly inQuery: true }
  ? SentQueryOf<CallOf<E>>
  : BodyOf<CallOf<E>>;

type Arguments<E extends Endpoint> = OrUnknown<ParamsOf<CallOf<E>>> &
  Omit<OrUnknown<InputOf<E>>, 'cursor'> &
  (E extends { readonly idempotent: true } ? { readonly idempotencyKey: string } : unknown);

// biome-ignore lint/suspicious/noConfusingVoidType: RTK Query allows callers to omit a void argument.
type NoArguments = void;

/** Arguments of an endpoint: path parameters and query or body in one object; void if there are none. */
export type ArgumentsOf<E extends Endpoint> =
  Record<never, never> extends Arguments<E>
    ? keyof Arguments<E> extends never
      ? NoArguments
      : Arguments<E> | NoArguments
    : Arguments<E>;

type WithReferences<Result> = Result extends readonly unknown[] ? EntityRef[] : EntityRef;

/** Response type of an endpoint. Normalized entities are replaced by references. */
export type ResponseOf<E extends Endpoint> = E extends { readonly entity: EntityName }
  ? WithReferences<ResponseBodyOf<CallOf<E>>>
  : ResponseBodyOf<CallOf<E>>;

/** One page from an endpoint: the list items, or the whole response if it contains more than a list. */
export type PageOf<E extends Endpoint> =
  ResponseOf<E> extends readonly (infer Item)[]
    ? Page<Item>
    : ResponseOf<E> & Pick<Page<unknown>, 'next' | 'position'>;

type DefinitionOf<E extends Endpoint> = E extends { readonly method: 'GET'; readonly paged: true }
  ? InfiniteQueryDefinition<ArgumentsOf<E>, string, BaseQuery, Tag, PageOf<E>, 'api'>
  : E extends { readonly method: 'GET' }
    ? QueryDefinition<ArgumentsOf<E>, BaseQuery, Tag, ResponseOf<E>, 'api'>
    : MutationDefinition<ArgumentsOf<E>, BaseQuery, Tag, ResponseOf<E>, 'api'>;

type EndpointTable = Readonly<Record<string, Endpoint>>;
type DefinitionsOf<T extends EndpointTable> = { [Name in keyof T]: DefinitionOf<T[Name]> };

function splitArguments(endpoint: Endpoint, { idempotencyKey, ...args }: EndpointArguments) {
  if (endpoint.method === 'GET' || endpoint.inQuery)
    return { url: createReadPath(endpoint, args), idempotencyKey };
  const { path, rest } = fillPath(endpoint, args);
  return { url: path, body: rest, idempotencyKey };
}

/** Builds a request to an endpoint. */
export function createRequest<E extends Endpoint>(endpoint: E, args: ArgumentsOf<E>): ApiRequest {
  const { url, body = {}, idempotencyKey } = splitArguments(endpoint, (args ?? {}) as EndpointArguments);
  return {
    url,
    method: endpoint.method,
    ...(Object.keys(body).length > 0 && { body }),
    ...(idempotencyKey !== undefined && { idempotencyKey: idempotencyKey as string }),
    ...(endpoint.entity && { entity: endpoint.entity }),
    ...(endpoint.acceptsDeviceToken && { deviceToken: loadDeviceToken() }),
  };
}

/** Returns the path and query of a request that is sent without RTK Query, for example by an `<img>`. */
export const createPath = <E extends Endpoint>(endpoint: E, args: ArgumentsOf<E>): string =>
  splitArguments(endpoint, (args ?? {}) as EndpointArguments).url;

/** Builds a page from a response and its `Link` header. */
export function toPage(response: unknown, meta: FetchBaseQueryMeta | undefined) {
  const nextPath = parseNextPath(meta?.response?.headers.get('Link'));
  const position = getReadPosition(meta);
  const rest = position === undefined ? { next: nextPath } : { next: nextPath, position };
  return Array.isArray(response)
    ? { items: response as unknown[], ...rest }
    : { ...(response as object), ...rest };
}

/** Builds the request for a page, given by the list arguments or by the `next` path from the previous page. */
export const createPageRequest = <E extends Endpoint>(
  endpoint: E,
  address: ArgumentsOf<E> | string,
): ApiRequest =>
  typeof address === 'string'
    ? { url: address, ...(endpoint.entity && { entity: endpoint.entity }) }
    : createRequest(endpoint, address);

/** Omits arguments without a value, so that they do not create separate cache entries. */
const serializeQueryArgs = ({ queryArgs }: { readonly queryArgs: unknown }) =>
  removeEmptyArguments((queryArgs ?? {}) as EndpointArguments);

type Builder = EndpointBuilder<BaseQuery, Tag, 'api'>;

function defineEndpoint(build: Builder, endpoint: Endpoint): unknown {
  const query = (args: unknown) => createRequest(endpoint, args as never);
  if (endpoint.method !== 'GET') return build.mutation<unknown, unknown>({ query });
  if (!endpoint.paged) return build.query<unknown, unknown>({ query, serializeQueryArgs });
  return build.infiniteQuery<ReturnType<typeof toPage>, unknown, string>({
    infiniteQueryOptions: PAGING_OPTIONS,
    serializeQueryArgs,
    query: ({ queryArg, pageParam }) => createPageRequest(endpoint, pageParam || (queryArg as never)),
    transformResponse: toPage,
  });
}

/**
 * Derives the RTK Query endpoints of a context from the contract. A GET becomes a query, a paged GET an infinite query
 * that follows the `Link` header, and any other method a mutation. Features add behaviour with `enhanceEndpoints`.
 */
export const createEndpoints =
  <const T extends EndpointTable>(table: T) =>
  (build: Builder): DefinitionsOf<T> =>
    Object.fromEntries(
      Object.entries(table).map(([name, endpoint]) => [name, defineEndpoint(build, endpoint)]),
    ) as DefinitionsOf<T>;
