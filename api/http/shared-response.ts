import type { Context } from 'koa';
import { ApiFailure } from './failure.ts';
import { READ_POSITION_HEADER } from './paging.ts';
import type { ReadCache, SharedKey, SharedResponse } from './read-cache.ts';
import type { AnyRoute, RouteRequest, SharedRead } from './route.ts';

const HEADERS = ['Link', READ_POSITION_HEADER] as const;

/** Removes the headers that a shared read has set, and returns them. */
export function takeSharedHeaders(http: Context): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = http.response.get(name);
    if (value) headers[name] = value;
    http.remove(name);
  }
  return headers;
}

const withoutCaller = (request: RouteRequest): RouteRequest =>
  Object.create(request, { caller: { value: null } }) as RouteRequest;

function ignoreFailure(error: unknown): null {
  if (error instanceof ApiFailure) return null;
  throw error;
}

/** Sends a response to a visitor, who keeps it and asks whether it is current: then the status is 304. */
function sendToVisitor(http: Context, { body, etag, headers }: SharedResponse): void {
  http.set({ ...headers, ETag: etag, 'Cache-Control': 'no-cache' });
  http.vary('Authorization');
  http.status = 200;
  if (http.fresh) {
    http.status = 304;
    return;
  }
  http.body = body;
  http.type = 'application/json';
}

/** Answers a shared read. Returns false when the caller's own response has to be read. */
export function createSharedResponder(
  cache: ReadCache,
  { call, handle }: AnyRoute,
  { onDelivered, personalize }: SharedRead,
): (request: RouteRequest) => Promise<boolean> {
  const getKey = ({ params, query }: RouteRequest): SharedKey => ({
    route: call.name,
    key: JSON.stringify([call.name, params, query]),
  });

  const getResponse = (request: RouteRequest): Promise<SharedResponse> =>
    cache.getOrCompute(getKey(request), async () => {
      const answer = await handle(withoutCaller(request));
      return { answer, headers: takeSharedHeaders(request.http) };
    });

  async function respondToAccount(request: RouteRequest): Promise<boolean> {
    const { caller, http } = request;
    if (!caller || caller.staff || !personalize || !cache.isWorthSharing(getKey(request))) return false;
    // What visitors may not see, the account may.
    const shared = await getResponse(request).catch(ignoreFailure);
    const own = shared && (await personalize(caller, shared.answer as never));
    if (!shared || !own) return false;
    http.set(shared.headers);
    http.body = JSON.stringify(own);
    http.type = 'application/json';
    onDelivered?.(request, own);
    return true;
  }

  return async (request) => {
    if (request.caller) return respondToAccount(request);
    const response = await getResponse(request);
    sendToVisitor(request.http, response);
    onDelivered?.(request, response.answer as never);
    return true;
  };
}
