import type { Endpoint } from '../../../contract/endpoints/endpoint.ts';
import { type ApiRequest, kindraApi, type RequestOptions } from './base.ts';
import { type ArgumentsOf, createPageRequest, type PageOf, type ResponseOf, toPage } from './endpoints.ts';
import type { AppThunk } from './state.ts';

type Paged = { readonly paged: true };

interface UncachedRead {
  readonly request: ApiRequest;
  readonly paged: boolean | undefined;
}

const { readOnce } = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** A mutation, because RTK Query caches the responses of queries. */
    readOnce: build.mutation<unknown, UncachedRead>({
      query: ({ request }) => request,
      transformResponse: (response, meta, { paged }) => (paged ? toPage(response, meta) : response),
    }),
  }),
}).endpoints;

/**
 * Reads from an endpoint without caching the response; entities in the response are stored. A page is given by list
 * arguments or by the `next` path from the previous page. By default, errors are not shown.
 * @throws ApiFailure
 */
export const fetchUncached =
  <E extends Endpoint>(
    endpoint: E,
    address: ArgumentsOf<E> | (E extends Paged ? string : never),
    options: RequestOptions = { isQuiet: true },
  ): AppThunk<Promise<E extends Paged ? PageOf<E> : ResponseOf<E>>> =>
  (dispatch) => {
    const request = { ...createPageRequest(endpoint, address), ...options };
    return dispatch(
      readOnce.initiate({ request, paged: endpoint.paged }, { track: false }),
    ).unwrap() as never;
  };
