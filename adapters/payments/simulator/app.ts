import Koa, { type Context, type Middleware } from 'koa';
import type { Pool } from 'pg';
import { inTransaction } from '../../../common/transaction.ts';
import { identifyCaller, type SimulatorKeys } from './api-keys.ts';
import type { CallContext, SimulatorBehaviour } from './call-context.ts';
import { createChallengePages } from './challenge.ts';
import type { ApiResponse, Call } from './define-call.ts';
import { disputeCalls } from './disputes.ts';
import { API_VERSION, toEventResponse } from './events.ts';
import { hashRequest, runIdempotently } from './idempotency.ts';
import { generateId } from './ids.ts';
import { intentCalls } from './intents.ts';
import { defineReadCalls } from './list.ts';
import { toChargeResponse } from './present.ts';
import { createInvalidRequest, Problem } from './problem.ts';
import { refundCalls } from './refunds.ts';
import { parseForm, readBody } from './request.ts';

/** An executed request whose response has not been sent yet. Used in tests. */
export interface CompletedCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Data, keys and behaviour of the simulator's HTTP application, and the hooks that it calls. */
export interface AppOptions {
  readonly pool: Pool;
  readonly keys: SimulatorKeys;
  readonly behaviour: SimulatorBehaviour;
  /** Called after each request that may have changed data. */
  readonly onChange: () => void;
  readonly onFailure: (error: unknown) => void;
  /** Awaited before a response is sent. If it rejects, the response is lost. */
  readonly beforeResponse?: (call: CompletedCall) => Promise<void>;
}

const ALL_CALLS: readonly Call[] = [
  ...intentCalls,
  ...refundCalls,
  ...disputeCalls,
  ...defineReadCalls('charges', { payment_intent: 'payment_intent' }, toChargeResponse),
  ...defineReadCalls('events', { type: 'type', types: 'type' }, toEventResponse),
];

const routes = ALL_CALLS.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replace(':id', '(\\w{1,255})')}$`),
}));

const findCall = (method: string, path: string): { readonly call: Call; readonly id: string } => {
  for (const { call, pattern } of routes) {
    const match = call.method === method ? pattern.exec(path) : null;
    if (match) return { call, id: match[1] ?? '' };
  }
  throw createInvalidRequest(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
};

const SECRET_KEY_REQUIRED =
  'This API call cannot be made with a publishable API key. Please use a secret API key.';

const handleCall = async (
  context: Context,
  { pool, keys, behaviour }: AppOptions,
  requestId: string,
): Promise<ApiResponse> => {
  const { method, path } = context;
  const body = method === 'POST' ? await readBody(context.req) : '';
  const { key: keyParam, ...params } = parseForm(method === 'POST' ? body : context.querystring);
  const caller = identifyCaller(context.headers, keyParam, keys);
  const { call, id } = findCall(method, path);
  if (caller === 'publishable' && !call.isBrowserAllowed) {
    throw createInvalidRequest(SECRET_KEY_REQUIRED, { code: 'secret_key_required' }, 403);
  }
  const idempotencyKey = context.get('idempotency-key') || null;
  const createCallContext = (client: CallContext['client']): CallContext => ({
    client,
    behaviour,
    caller,
    requestId,
    idempotencyKey,
  });
  if (method === 'GET') return call.execute(createCallContext(pool), params, id);
  return inTransaction(pool, (client) => {
    const executeCall = () => call.execute(createCallContext(client), params, id);
    if (idempotencyKey === null) return executeCall();
    const fingerprint = hashRequest(method, path, body);
    return runIdempotently(client, `${caller}:${idempotencyKey}`, fingerprint, executeCall);
  });
};

const toErrorResponse = (error: unknown, onFailure: AppOptions['onFailure']): ApiResponse => {
  if (error instanceof Problem) return { status: error.status, body: { error: error.details } };
  onFailure(error);
  return { status: 500, body: { error: { type: 'api_error', message: 'The simulator failed.' } } };
};

const sendResponse = (context: Context, { status, body, isReplayed }: ApiResponse): void => {
  context.status = status;
  context.type = 'json';
  context.body = JSON.stringify(body);
  if (isReplayed) context.set('Idempotent-Replayed', 'true');
};

/** Closes the connection, as if the network had lost the response. */
const dropConnection = (context: Context): void => {
  context.respond = false;
  context.req.socket.destroy();
};

const createApiMiddleware =
  (options: AppOptions): Middleware =>
  async (context, next) => {
    if (!context.path.startsWith('/v1/')) return next();
    const requestId = generateId('req');
    context.set({ 'Request-Id': requestId, 'Stripe-Version': API_VERSION, 'Cache-Control': 'no-store' });
    const { method, path } = context;
    const response = await handleCall(context, options, requestId).catch((error: unknown) =>
      toErrorResponse(error, options.onFailure),
    );
    sendResponse(context, response);
    if (method === 'POST') options.onChange();
    if (options.beforeResponse) {
      await options
        .beforeResponse({ method, path, status: response.status })
        .catch(() => dropConnection(context));
    }
  };

/**
 * Creates the HTTP service. It serves Stripe's API below `/v1`, and the pages of the 3-D Secure challenge.
 * Mount it before any body parser. It does not allow cross-origin reads.
 */
export const createSimulatorApp = (options: AppOptions): Koa => {
  const app = new Koa();
  app.on('error', options.onFailure);
  return app.use(createApiMiddleware(options)).use(createChallengePages(options));
};
