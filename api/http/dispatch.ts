import type { Context, Middleware } from 'koa';
import type { Call } from '../../contract/call.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { WrittenEvents } from '../../domain/ports/read-models.ts';
import { waitUntilVisible } from '../../projections/wait-until-visible.ts';
import { authorize, type Caller, toActor } from './caller.ts';
import { getLimitKey, getNetwork } from './client-address.ts';
import { toRejectionFailure } from './failure.ts';
import { deriveVisitorOwner, parseIdempotencyKey, runIdempotently } from './idempotency.ts';
import { canHaveLargeBody, readInput } from './input.ts';
import { READ_POSITION_HEADER } from './paging.ts';
import { isLimitedRead, type ReadLimiter } from './read-limiter.ts';
import type { AnyRoute, RouteRequest } from './route.ts';
import { recordOutcome } from './security.ts';
import { createSharedResponder } from './shared-response.ts';
import type { ApiSystem } from './system.ts';
import { enforceThrottle, THROTTLE_RULES } from './throttling.ts';
import type { UploadLimiter } from './upload-limiter.ts';

/** Maximum time that a write waits for the read models, in milliseconds. */
const VISIBILITY_TIMEOUT_MS = 2_000;

const isThrottledWrite = ({ method, audience, unthrottled }: Call): boolean =>
  method !== 'GET' && audience !== 'all' && !unthrottled;

/** Actor of events that a caller without a session causes, such as a registration. */
const VISITOR_ACTOR: Actor = { kind: 'system', id: 'visitor' };

/** Returns the path and query of the next page. */
function getNextPagePath(http: Context, cursor: string): string {
  const search = new URLSearchParams(http.querystring);
  search.delete('page');
  search.set('cursor', cursor);
  return `${http.path}?${search}`;
}

/** Limits shared by all routes. */
export interface RouteLimits {
  readonly uploads: UploadLimiter;
  readonly reads: ReadLimiter;
}

/**
 * Creates the middleware of a route. It authenticates, applies limits, validates the input and sends the
 * response.
 */
export function createRouteMiddleware(
  system: ApiSystem,
  { uploads, reads }: RouteLimits,
  route: AnyRoute,
): Middleware {
  const { clock, ids, handler, progress, clientAddresses, readCache } = system;
  const { call, handle, throttles, shared, sharesReads } = route;
  const respondShared = shared && readCache && createSharedResponder(readCache, route, shared);

  function createContextFactory(http: Context, caller: Caller | null): RouteRequest['command'] {
    return (commandId, { staff = false, reason } = {}): CommandContext => ({
      commandId,
      correlationId: ids.next(),
      actor: caller ? toActor(caller, staff ? 'staff' : 'account') : VISITOR_ACTOR,
      occurredAt: clock.now(),
      requestId: http.state.requestId,
      ...(reason && { reason }),
    });
  }

  type Commands = Pick<RouteRequest, 'command' | 'execute' | 'confirm' | 'waitUntilVisible'>;

  function createCommands(http: Context, caller: Caller | null): Commands {
    async function showWritten(...written: readonly WrittenEvents[]): Promise<void> {
      if (written.length > 0)
        http.set(READ_POSITION_HEADER, String(Math.max(...written.map(({ position }) => position))));
      if (!(await waitUntilVisible(progress, written, VISIBILITY_TIMEOUT_MS)))
        http.set('X-Read-Model', 'behind');
    }
    const confirm: RouteRequest['confirm'] = async (handled) => {
      if (!handled.accepted) throw toRejectionFailure(handled.rejection);
      await showWritten(handled);
      return handled;
    };
    return {
      command: createContextFactory(http, caller),
      execute: async (...command) => confirm(await handler.handle(...command)),
      confirm,
      waitUntilVisible: showWritten,
    };
  }

  function createIdempotentRunner(
    http: Context,
    caller: Caller | null,
    input: unknown,
  ): RouteRequest['runIdempotently'] {
    const key = call.idempotent ? parseIdempotencyKey(http.get('Idempotency-Key') || undefined) : null;
    if (!key) return (operation) => operation(ids.next(), true);
    const payload = [call.name, input];
    return (operation, { visitorName = '', renewAfterMs } = {}) => {
      const owner = caller?.id ?? deriveVisitorOwner(system.secret, visitorName);
      return runIdempotently(
        system,
        { owner, key, payload, sealed: caller !== null, http, renewAfterMs },
        operation,
      );
    };
  }

  async function handleRequest(http: Context, caller: Caller | null): Promise<void> {
    const input = await readInput(call, http);
    const request = {
      ...input,
      caller,
      get clientAddress() {
        return getLimitKey(clientAddresses.getAddress(http.req));
      },
      get clientNetwork() {
        return getNetwork(clientAddresses.getAddress(http.req));
      },
      userAgent: http.get('User-Agent'),
      requestId: http.state.requestId,
      ...createCommands(http, caller),
      runIdempotently: createIdempotentRunner(http, caller, input),
      announceNext: (cursor) => {
        if (cursor) http.append('Link', `<${getNextPagePath(http, cursor)}>; rel="next"`);
      },
      http,
    } as RouteRequest;
    http.set('Cache-Control', 'no-store');
    http.status = call.status ?? 200;
    if (respondShared && (await respondShared(request))) return;
    const answered = await handle(request);
    if (answered === undefined) return;
    shared?.onDelivered?.(request, answered);
    const { status } = http;
    const isText = call.answerType === 'text/plain';
    http.body = isText ? answered : JSON.stringify(answered);
    http.type = isText ? 'text/plain' : 'application/json';
    http.status = status;
  }

  const handleRecorded = (http: Context, caller: Caller | null): Promise<void> =>
    caller
      ? recordOutcome(system, call, caller, http, () => handleRequest(http, caller))
      : handleRequest(http, null);

  /** Handles a read within its limits. A streamed response holds its slot until the connection closes. */
  async function handleRead(http: Context): Promise<void> {
    const leave = await reads.enter(http);
    if (call.streamed) http.res.once('close', leave);
    try {
      await handleRecorded(http, await authorize(system, http.req, call, sharesReads));
    } finally {
      if (!call.streamed) leave();
    }
  }

  async function handleOther(http: Context): Promise<void> {
    const caller = await authorize(system, http.req, call);
    if (caller && isThrottledWrite(call))
      await enforceThrottle(system, caller.id, THROTTLE_RULES.writes, ...throttles);
    const end = caller && canHaveLargeBody(call, http) ? await uploads.begin(caller.id, http.req) : null;
    try {
      await handleRecorded(http, caller);
    } finally {
      end?.();
    }
  }

  return (http) => {
    http.state.call = call.name;
    return isLimitedRead(call) ? handleRead(http) : handleOther(http);
  };
}
