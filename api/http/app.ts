import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';

import { createRepeatLimiter } from '../../common/repeat-limiter.ts';
import type { ApiError } from '../../contract/fields.ts';
import { compressResponses } from './compression.ts';
import { createRouteMiddleware } from './dispatch.ts';
import { createHttpFailure, getSeverity, toApiFailure } from './error-response.ts';
import type { ApiFailure } from './failure.ts';
import { measureCalls } from './metrics.ts';
import { createReadLimiter, type ReadSlots } from './read-limiter.ts';
import type { Route } from './route.ts';
import { setSecurityHeaders } from './security-headers.ts';
import type { ApiSystem } from './system.ts';
import { traceCall } from './tracing.ts';
import { createUploadLimiter } from './upload-limiter.ts';

/** Routes and middleware of the HTTP application. */
export interface AppOptions {
  readonly routes: readonly Route[];
  readonly readSlots: ReadSlots;
  /** For paths that are not API calls, such as the documentation and the payment simulator. */
  readonly pages: readonly Middleware[];
  readonly webClient: Middleware;
}

/** Codes of errors because a client disconnected. They are logged at debug level. */
const DISCONNECT_CODES = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECONNABORTED']);

const REQUEST_ID_PATTERN = /^[\w.:-]{1,128}$/;

/** Sets `X-Request-Id` on every response. A valid id in the request is reused. */
const setRequestId =
  ({ ids }: ApiSystem): Middleware =>
  (http, next) => {
    const requestedId = http.get('X-Request-Id');
    http.state.requestId = REQUEST_ID_PATTERN.test(requestedId) ? requestedId : ids.next();
    http.set('X-Request-Id', http.state.requestId);
    return next();
  };

const toErrorBody = ({
  code,
  params,
  message,
  details: { issues, type, until, challenge },
}: ApiFailure): ApiError => ({ code, params, message, issues, type, until, challenge });

/** Refuses request targets that are not a path, because Koa cannot read the path of an invalid URL. */
const rejectOtherTargets: Middleware = (http, next) => {
  if (http.url.startsWith('/')) return next();
  const failure = createHttpFailure(400);
  http.status = failure.status;
  http.body = toErrorBody(failure);
};

const OVERLOAD_LOG_INTERVAL_MS = 60_000;

/** Logs requests refused for lack of capacity, at most one line per code and minute. */
function createOverloadLogger({ logger }: Pick<ApiSystem, 'logger'>): (code: string) => void {
  const repeatLimiter = createRepeatLimiter<string>({
    intervalMs: OVERLOAD_LOG_INTERVAL_MS,
    maxKeys: Number.POSITIVE_INFINITY,
    toOverflowLine: (line) => ({ key: line, line }),
    write: (code, requests) => logger.warn({ code, requests }, 'requests refused'),
  });
  return (code) => repeatLimiter.add({ key: code, line: code });
}

/** Keeps headers that are already set, except `Link` and the content headers. */
function handleErrors(system: ApiSystem): Middleware {
  const { logger } = system;
  const logOverload = createOverloadLogger(system);
  return async (http, next) => {
    try {
      await next();
      if (http.status === 404 && http.body === undefined && http.respond !== false)
        throw createHttpFailure(404);
    } catch (error) {
      const failure = toApiFailure(error);
      const { method, path } = http;
      const context = { requestId: http.state.requestId, method, path, err: error };
      const severity = getSeverity(failure);
      if (severity === 'warn') logOverload(failure.code);
      else if (severity) logger[severity](context, 'request failed');
      http.remove('Content-Type');
      http.remove('Content-Encoding');
      http.remove('Link');
      http.set(failure.details.headers ?? {});
      http.set('Cache-Control', 'no-store');
      http.status = failure.status;
      http.body = toErrorBody(failure);
    }
  };
}

/** Both forms of a path, with and without a trailing slash, lead to its call. */
const removeTrailingSlash = (path: string): string => path.replace(/\/$/, '');

/** Returns the part of a path by which calls are grouped, for example `post` for `/api/post/{idPost}`. */
const getCallGroup = (path: string): string => path.split('/', 3)[2]?.toLowerCase() ?? '';

/** Uses a router for each group of calls, because a router compares every request with all its paths. */
function routeCalls(
  system: ApiSystem,
  { routes, readSlots }: Pick<AppOptions, 'routes' | 'readSlots'>,
): Middleware {
  const routers = new Map<string, Router>();
  const limits = {
    uploads: createUploadLimiter(system.clientAddresses),
    reads: createReadLimiter(system, readSlots),
  };
  for (const route of routes) {
    const path = removeTrailingSlash(route.call.path).replace(/\{(\w+)\}/g, ':$1');
    const middleware = createRouteMiddleware(system, limits, route);
    const middlewares = system.tracing ? [traceCall(system.tracing, route.call), middleware] : middleware;
    const group = getCallGroup(path);
    if (group.startsWith(':')) throw new Error(`${path} has a parameter where calls are grouped`);
    const router = routers.get(group) ?? new Router();
    router.register(path, [route.call.method], middlewares);
    routers.set(group, router);
  }
  const middlewareByGroup = new Map<string, Middleware>();
  for (const [group, router] of routers) middlewareByGroup.set(group, router.routes() as Middleware);
  return (http, next) => middlewareByGroup.get(getCallGroup(http.path))?.(http, next) ?? next();
}

/** Rejects requests under `/api` with 405 if the path exists with other methods, otherwise with 404. */
function rejectUnknownApiPaths(routes: readonly Route[]): Middleware {
  const endpoints = routes.map(({ call }) => ({
    method: call.method,
    pattern: new RegExp(`^${removeTrailingSlash(call.path).replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  return (http, next) => {
    if (!/^\/api(\/|$)/.test(http.path)) return next();
    const allowedMethods = endpoints
      .filter(({ pattern }) => pattern.test(http.path))
      .map(({ method }) => method);
    if (allowedMethods.length === 0) throw createHttpFailure(404);
    throw createHttpFailure(405, { headers: { Allow: [...new Set(allowedMethods)].join(', ') } });
  };
}

/** Creates the Koa application with all middleware. */
export function createApp(system: ApiSystem, { routes, readSlots, pages, webClient }: AppOptions): Koa {
  const app = new Koa();
  app.on('error', (error: NodeJS.ErrnoException) => {
    const level = DISCONNECT_CODES.has(error.code ?? '') ? 'debug' : 'warn';
    system.logger[level]({ err: error }, 'response not sent');
  });
  app.use(setRequestId(system));
  app.use(rejectOtherTargets);
  if (system.metrics) app.use(measureCalls(system.metrics));
  app.use(setSecurityHeaders(system));
  app.use(compressResponses());
  app.use(handleErrors(system));
  app.use(routeCalls(system, { routes, readSlots }));
  for (const page of pages) app.use(page);
  app.use(rejectUnknownApiPaths(routes));
  app.use(webClient);
  return app;
}
