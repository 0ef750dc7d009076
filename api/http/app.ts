import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import Router from '@koa/router';
import helmet from 'helmet';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';

import { createRepeatLimiter } from '../../common/repeat-limiter.ts';
import type { ApiError } from '../contract/fields.ts';
import { dispatch } from './dispatch.ts';
import { failureOf, httpFailure, severityOf } from './error-answer.ts';
import type { ApiFailure } from './failure.ts';
import { callMetrics } from './metrics.ts';
import { createReadLimiter, type ReadSlots } from './read-limiter.ts';
import type { AnyRoute } from './route.ts';
import type { ApiSystem } from './system.ts';
import { traced } from './tracing.ts';
import { createUploads } from './uploads.ts';

export interface AppOptions {
  readonly routes: readonly AnyRoute[];
  readonly readSlots: ReadSlots;
  /** What is served beside the calls: the documentation, the local identity provider. */
  readonly pages: readonly Middleware[];
  /** What is served for all else: the web client. */
  readonly client: Middleware;
}

/** Clients that leave before the end of an answer are nothing to warn of. */
const WENT_AWAY = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECONNABORTED']);

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Every answer carries an id; a request may bring its own. */
const requestIds =
  ({ ids }: ApiSystem): Middleware =>
  async (http, next) => {
    const given = http.get('X-Request-Id');
    http.state.requestId = REQUEST_ID.test(given) ? given : ids.next();
    http.set('X-Request-Id', http.state.requestId);
    await next();
  };

const SELF = "'self'";
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** What Stripe's card form needs where cards are paid at Stripe: its scripts, its frames, its API. */
const STRIPE_SOURCES = {
  scriptSrc: [SELF, ...STRIPE_SCRIPTS],
  connectSrc: [SELF, 'https://api.stripe.com', 'https://m.stripe.network'],
  frameSrc: [SELF, ...STRIPE_SCRIPTS, 'https://hooks.stripe.com', 'https://m.stripe.network'],
};

/**
 * Only this origin may script, style, fetch or frame, and Stripe where it is paid with; nothing is loaded from anywhere
 * else. The headers are the same for every answer, so they are made once.
 */
function securityHeaders({ publicUrl, payments }: ApiSystem): Middleware {
  const headers: Record<string, string> = {};
  const collect = {
    setHeader(name: string, value: string) {
      headers[name] = value;
    },
    removeHeader() {},
  };
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [SELF],
        baseUri: ["'none'"],
        fontSrc: [SELF, 'data:'],
        formAction: [SELF],
        frameAncestors: ["'none'"],
        imgSrc: [SELF, 'data:', 'blob:'],
        objectSrc: ["'none'"],
        ...(payments.config.provider === 'stripe' && STRIPE_SOURCES),
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:'),
  })({} as IncomingMessage, collect as unknown as ServerResponse, () => {});
  const made = Object.entries(headers);
  return (http, next) => {
    for (const [name, value] of made) http.res.setHeader(name, value);
    return next();
  };
}

const bodyOf = ({ message, code, details: { issues, type } }: ApiFailure): ApiError => ({
  message,
  code,
  ...(issues && { issues: [...issues] }),
  ...(type && { type }),
});

const OVERLOAD_LOG_MS = 60_000;

/** Logs requests that are refused for lack of capacity, by their codes: at most one line a minute for each. */
function createOverloadLog({ logger }: Pick<ApiSystem, 'logger'>): (code: string) => void {
  const lines = createRepeatLimiter<string>({
    intervalMs: OVERLOAD_LOG_MS,
    maxKeys: Number.POSITIVE_INFINITY,
    overflow: (line) => ({ key: line, line }),
    write: (code, requests) => logger.warn({ code, requests }, 'overloaded: requests refused'),
  });
  return (code) => lines.add({ key: code, line: code });
}

/** The one place where an error becomes an answer. Headers that were set before it stay. */
function errorAnswers(system: ApiSystem): Middleware {
  const { logger } = system;
  const logOverload = createOverloadLog(system);
  return async (http, next) => {
    try {
      await next();
      if (http.status === 404 && http.body === undefined && http.respond !== false) throw httpFailure(404);
    } catch (error) {
      const failure = failureOf(error);
      const { method, path } = http;
      const about = { requestId: http.state.requestId, method, path, err: error };
      const severity = severityOf(failure);
      if (severity === 'warn') logOverload(failure.code);
      else if (severity) logger[severity](about, 'a request failed');
      http.remove('Content-Type');
      http.remove('Content-Encoding');
      http.remove('Link');
      http.set(failure.details.headers ?? {});
      http.set('Cache-Control', 'no-store');
      http.status = failure.status;
      http.body = bodyOf(failure);
    }
  };
}

/** All calls; below `/api` there is nothing else. */
function callRouter(
  system: ApiSystem,
  { routes, readSlots }: Pick<AppOptions, 'routes' | 'readSlots'>,
): Router {
  const router = new Router();
  const limits = {
    uploads: createUploads(system.clientAddresses),
    reads: createReadLimiter(system, readSlots),
  };
  for (const route of routes) {
    const path = route.call.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.call.method], [traced(system, route.call), dispatch(system, limits, route)]);
  }
  return router;
}

/** Below `/api`, what is no call and no page: perhaps the address of one, used in the wrong way. */
function nothingElseBelowApi(routes: readonly AnyRoute[]): Middleware {
  const addresses = routes.map(({ call }) => ({
    method: call.method,
    pattern: new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  return (http, next) => {
    if (!/^\/api(\/|$)/.test(http.path)) return next();
    const allowed = addresses.filter(({ pattern }) => pattern.test(http.path)).map(({ method }) => method);
    if (allowed.length === 0) throw httpFailure(404);
    throw httpFailure(405, { headers: { Allow: [...new Set(allowed)].join(', ') } });
  };
}

/** The whole HTTP application. */
export function createApp(system: ApiSystem, { routes, readSlots, pages, client }: AppOptions): Koa {
  const app = new Koa();
  app.on('error', (error: NodeJS.ErrnoException) => {
    const level = WENT_AWAY.has(error.code ?? '') ? 'debug' : 'warn';
    system.logger[level]({ err: error }, 'an answer could not be sent');
  });
  app.use(requestIds(system));
  if (system.metrics) app.use(callMetrics(system.metrics));
  app.use(securityHeaders(system));
  app.use(
    compress({
      threshold: 1024,
      gzip: { flush: constants.Z_SYNC_FLUSH },
      br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      filter: (type) => !type.includes('event-stream') && /json|text|javascript|xml|svg/.test(type),
    }),
  );
  app.use(errorAnswers(system));
  app.use(callRouter(system, { routes, readSlots }).routes());
  for (const page of pages) app.use(page);
  app.use(nothingElseBelowApi(routes));
  app.use(client);
  return app;
}
