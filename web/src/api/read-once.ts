import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts';
import { kindraApi, type Request, type RequestOptions } from './base.ts';
import {
  type AnswerFor,
  type ArgumentsOf,
  type PageOf,
  pageRequestOf,
  requestOf,
  toPage,
} from './endpoints.ts';

type Thunk<Result> = ThunkAction<
  Promise<Result>,
  { readonly api: ReturnType<typeof kindraApi.reducer> },
  unknown,
  UnknownAction
>;

interface Reading {
  readonly request: Request;
  readonly paged?: boolean;
}

const { readOnce: reading } = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** A mutation, because RTK Query caches the answers of queries. */
    readOnce: build.mutation<unknown, Reading>({
      query: ({ request }) => request,
      transformResponse: (answer, meta, { paged }) => (paged ? toPage(answer, meta) : answer),
    }),
  }),
}).endpoints;

const QUIET = { quiet: true } as const;

const read =
  (arg: Reading): Thunk<unknown> =>
  (dispatch) =>
    dispatch(reading.initiate(arg, { track: false })).unwrap();

/**
 * Reads an endpoint without caching the answer. Errors are not shown unless the options say so.
 * @throws ApiFailure
 */
export const readOnce = <E extends Endpoint>(
  endpoint: E,
  args: ArgumentsOf<E>,
  options: RequestOptions = QUIET,
): Thunk<AnswerFor<E>> =>
  read({ request: { ...requestOf(endpoint, args), ...options } }) as Thunk<AnswerFor<E>>;

/**
 * Reads one page without caching it, by the arguments of the list or the `next` path of the previous page.
 * @throws ApiFailure
 */
export const readPage = <E extends Endpoint>(
  endpoint: E,
  at: ArgumentsOf<E> | string,
  options: RequestOptions = QUIET,
): Thunk<PageOf<E>> => {
  return read({ request: { ...pageRequestOf(endpoint, at), ...options }, paged: true }) as Thunk<PageOf<E>>;
};
