import type { Context, Middleware } from 'koa';
import type { Call } from '../../contract/call.ts';
import { authorize, type Caller } from './caller.ts';
import { canHaveLargeBody, readInput } from './input.ts';
import { isLimitedRead, type ReadLimiter } from './read-limiter.ts';
import type { Route } from './route.ts';
import { createRouteRequest } from './route-request.ts';
import { handleWithSecurityEvents } from './security.ts';
import { createSharedResponder } from './shared-response.ts';
import type { ApiSystem } from './system.ts';
import { enforceThrottle, THROTTLE_RULES } from './throttling.ts';
import type { UploadLimiter } from './upload-limiter.ts';

const isThrottledWrite = ({ method, audience, unthrottled }: Call): boolean =>
  method !== 'GET' && audience !== 'all' && !unthrottled;

/** Returns whether a request authenticates an account or can change anything. This process must then be registered. */
const requiresRegistration = ({ method }: Call, { headers }: Context): boolean =>
  method !== 'GET' || headers.authorization !== undefined;

/** Limits shared by all routes. */
interface RouteLimits {
  readonly uploads: UploadLimiter;
  readonly reads: ReadLimiter;
}

/** Creates the middleware that authenticates, applies limits, validates the input and sends the response of a route. */
export function createRouteMiddleware(
  system: ApiSystem,
  { uploads, reads }: RouteLimits,
  route: Route,
): Middleware {
  const { readCache, peers } = system;
  const { call, handle, throttles, shared, canUseReadCache } = route;
  const requestedRoute = { system, call };
  const respondFromCache = shared && readCache && createSharedResponder(readCache, route, shared);

  async function ensureRegistration(http: Context): Promise<void> {
    if (requiresRegistration(call, http) && !peers.isRegistered()) await peers.register();
  }

  async function findCaller(http: Context): Promise<Caller | null> {
    await ensureRegistration(http);
    return authorize(system, http.req, call, canUseReadCache);
  }

  async function handleRequest(http: Context, caller: Caller | null): Promise<void> {
    const request = createRouteRequest(requestedRoute, http, caller, await readInput(call, http));
    http.set('Cache-Control', 'no-store');
    http.status = call.status ?? 200;
    if (respondFromCache && (await respondFromCache(request))) return;
    const response = await handle(request);
    if (response === undefined) return;
    shared?.onDelivered?.(request, response);
    const { status } = http;
    const isText = call.responseType === 'text/plain';
    http.body = isText ? response : JSON.stringify(response);
    http.type = isText ? 'text/plain' : 'application/json';
    http.status = status;
  }

  const handleWithCaller = (http: Context, caller: Caller | null): Promise<void> =>
    caller
      ? handleWithSecurityEvents(system, call, caller, http, () => handleRequest(http, caller))
      : handleRequest(http, null);

  /** A streamed response holds its slot until the connection closes. */
  async function handleLimitedRead(http: Context): Promise<void> {
    const release = await reads.enter(http);
    if (call.streamedTypes) http.res.once('close', release);
    try {
      await handleWithCaller(http, await findCaller(http));
    } finally {
      if (!call.streamedTypes) release();
    }
  }

  async function handleOtherCall(http: Context): Promise<void> {
    const caller = await findCaller(http);
    if (caller && isThrottledWrite(call))
      await enforceThrottle(system, caller.id, THROTTLE_RULES.writes, ...throttles);
    const endUpload =
      caller && canHaveLargeBody(call, http) ? await uploads.begin(caller.id, http.req) : null;
    try {
      await handleWithCaller(http, caller);
    } finally {
      endUpload?.();
    }
  }

  return async (http) => {
    http.state.call = call.name;
    await (isLimitedRead(call) ? handleLimitedRead(http) : handleOtherCall(http));
    // If the registration has expired during the call, a peer may have cached what the call has changed.
    await ensureRegistration(http);
  };
}
