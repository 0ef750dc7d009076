import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts';
import { type ApiRequest, kindraApi, type RequestOptions } from './base.ts';
import {
  type ArgumentsOf,
  createPageRequest,
  createRequest,
  type PageOf,
  type ResponseOf,
  toPage,
} from './endpoints.ts';

type Thunk<Result> = ThunkAction<
  Promise<Result>,
  { readonly api: ReturnType<typeof kindraApi.reducer> },
  unknown,
  UnknownAction
>;

interface UncachedRead {
  readonly request: ApiRequest;
  readonly paged?: boolean;
}

const { readOnce: uncachedEndpoint } = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** A mutation, because RTK Query caches the answers of queries. */
    readOnce: build.mutation<unknown, UncachedRead>({
      query: ({ request }) => request,
      transformResponse: (answer, meta, { paged }) => (paged ? toPage(answer, meta) : answer),
    }),
  }),
}).endpoints;

const QUIET = { isQuiet: true } as const;

const runRead =
  (arg: UncachedRead): Thunk<unknown> =>
  (dispatch) =>
    dispatch(uncachedEndpoint.initiate(arg, { track: false })).unwrap();

/**
 * Reads an endpoint without caching the answer. Errors are not shown unless the options say so.
 * @throws ApiFailure
 */
export const fetchUncached = <E extends Endpoint>(
  endpoint: E,
  args: ArgumentsOf<E>,
  options: RequestOptions = QUIET,
): Thunk<ResponseOf<E>> =>
  runRead({ request: { ...createRequest(endpoint, args), ...options } }) as Thunk<ResponseOf<E>>;

/**
 * Reads one page without caching it, by the arguments of the list or the `next` path of the previous page.
 * @throws ApiFailure
 */
export const fetchPage = <E extends Endpoint>(
  endpoint: E,
  at: ArgumentsOf<E> | string,
  options: RequestOptions = QUIET,
): Thunk<PageOf<E>> => {
  return runRead({ request: { ...createPageRequest(endpoint, at), ...options }, paged: true }) as Thunk<
    PageOf<E>
  >;
};
