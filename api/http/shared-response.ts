import type { Context } from 'koa';
import { sendSharedBody } from './compression.ts';
import { ApiFailure } from './failure.ts';
import { READ_POSITION_HEADER } from './paging.ts';
import type { ReadCache, SharedKey, SharedResponse } from './read-cache.ts';
import type { Route, RouteRequest, SharedReadOptions } from './route.ts';

const SHARED_HEADERS = ['Link', READ_POSITION_HEADER] as const;

function takeSharedHeaders(http: Context): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of SHARED_HEADERS) {
    const value = http.response.get(name);
    if (value) headers[name] = value;
    http.remove(name);
  }
  return headers;
}

const removeCaller = (request: RouteRequest): RouteRequest =>
  Object.create(request, { caller: { value: null } }) as RouteRequest;

function ignoreFailure(error: unknown): null {
  if (error instanceof ApiFailure) return null;
  throw error;
}

/** Browsers revalidate the response by its `ETag` and get 304 if it has not changed. */
async function sendToVisitor(http: Context, response: SharedResponse): Promise<void> {
  http.set({ ...response.headers, ETag: response.etag, 'Cache-Control': 'no-cache' });
  http.vary('Authorization');
  http.status = 200;
  if (http.headers['if-none-match'] && http.fresh) http.status = 304;
  else await sendSharedBody(http, response, 'application/json');
}

/**
 * Creates a function that answers requests from shared responses, or returns false if the caller needs a separate one.
 */
export function createSharedResponder(
  cache: ReadCache,
  { call, handle }: Route,
  { onDelivered, personalize, isPerAccount = false, getVariant }: SharedReadOptions,
): (request: RouteRequest) => Promise<boolean> {
  function getKey({ caller, params, query }: RouteRequest): SharedKey {
    const owner = isPerAccount ? [caller?.id, caller?.isStaff] : [];
    const route = getVariant ? `${call.name} ${getVariant(query as never)}` : call.name;
    return { route, key: JSON.stringify([call.name, params, query, ...owner]) };
  }

  const getResponse = (key: SharedKey, request: RouteRequest): Promise<SharedResponse> =>
    cache.getOrCompute(key, async () => {
      const result = await handle(isPerAccount ? request : removeCaller(request));
      return { result, headers: takeSharedHeaders(request.http) };
    });

  async function respondPerAccount(request: RouteRequest): Promise<boolean> {
    const { caller, http } = request;
    const key = getKey(request);
    if (!caller || !cache.shouldShare(key)) return false;
    const response = await getResponse(key, request);
    http.set(response.headers);
    await sendSharedBody(http, response, 'application/json');
    onDelivered?.(request, response.result as never);
    return true;
  }

  async function respondToAccount(request: RouteRequest): Promise<boolean> {
    const { caller, http } = request;
    const key = getKey(request);
    if (!caller || caller.isStaff || !personalize || !cache.shouldShare(key)) return false;
    // The account may see what visitors may not, so failures are ignored here.
    const sharedResponse = await getResponse(key, request).catch(ignoreFailure);
    const personalizedResponse =
      sharedResponse && (await personalize(caller, sharedResponse.result as never));
    if (!sharedResponse || !personalizedResponse) return false;
    http.set(sharedResponse.headers);
    http.body = JSON.stringify(personalizedResponse);
    http.type = 'application/json';
    onDelivered?.(request, personalizedResponse);
    return true;
  }

  async function respondToVisitor(request: RouteRequest): Promise<boolean> {
    const response = await getResponse(getKey(request), request);
    await sendToVisitor(request.http, response);
    onDelivered?.(request, response.result as never);
    return true;
  }

  if (isPerAccount) return respondPerAccount;
  return (request) => (request.caller ? respondToAccount(request) : respondToVisitor(request));
}
