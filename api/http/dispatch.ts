import type { Context, Middleware } from 'koa';
import type { Call } from '../../contract/call.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { WrittenEvents } from '../../domain/ports/read-models.ts';
import { waitUntilVisible } from '../../projections/visible.ts';
import { actorOf, admit, type Caller } from './caller.ts';
import { limitKeyOf, networkOf } from './client-address.ts';
import { rejected } from './failure.ts';
import { carryOutOnce, idempotencyKey, visitorOwner } from './idempotency.ts';
import { inputOf, mayBeLarge } from './input.ts';
import { isLimitedRead, type ReadLimiter } from './read-limiter.ts';
import { READ_POSITION } from './reading.ts';
import type { AnyRoute, RouteRequest } from './route.ts';
import { recordOutcome } from './security.ts';
import type { ApiSystem } from './system.ts';
import { rules, throttled } from './throttling.ts';
import type { Uploads } from './uploads.ts';

/** Maximum time that a write waits for the read models, in milliseconds. */
const VISIBLE_MS = 2_000;

const isThrottledWrite = ({ method, who, unthrottled }: Call): boolean =>
  method !== 'GET' && who !== 'all' && !unthrottled;

/** Actor of events that a caller without a session causes, such as a registration. */
const visitor: Actor = { kind: 'system', id: 'visitor' };

/** Returns the path and query of the next page. */
function nextPage(http: Context, cursor: string): string {
  const search = new URLSearchParams(http.querystring);
  search.delete('page');
  search.set('cursor', cursor);
  return `${http.path}?${search}`;
}

/** Limits shared by all routes. */
export interface Limits {
  readonly uploads: Uploads;
  readonly reads: ReadLimiter;
}

/**
 * Creates the middleware of a route. It authenticates, applies limits, validates the input and sends the
 * response.
 */
export function dispatch(
  system: ApiSystem,
  { uploads, reads }: Limits,
  { call, answer, throttles }: AnyRoute,
): Middleware {
  const { clock, ids, handler, progress, clientAddresses } = system;

  function commandOf(http: Context, caller: Caller | null): RouteRequest['command'] {
    return (commandId, { staff = false, reason } = {}): CommandContext => ({
      commandId,
      correlationId: ids.next(),
      actor: caller ? actorOf(caller, staff ? 'staff' : 'account') : visitor,
      occurredAt: clock.now(),
      requestId: http.state.requestId,
      ...(reason && { reason }),
    });
  }

  type Commands = Pick<RouteRequest, 'command' | 'execute' | 'confirm' | 'waitUntilVisible'>;

  function commandsOf(http: Context, caller: Caller | null): Commands {
    async function show(...written: readonly WrittenEvents[]): Promise<void> {
      if (written.length > 0)
        http.set(READ_POSITION, String(Math.max(...written.map(({ position }) => position))));
      if (!(await waitUntilVisible(progress, written, VISIBLE_MS))) http.set('X-Read-Model', 'behind');
    }
    const confirm: RouteRequest['confirm'] = async (handled) => {
      if (!handled.accepted) throw rejected(handled.rejection);
      await show(handled);
      return handled;
    };
    return {
      command: commandOf(http, caller),
      execute: async (...command) => confirm(await handler.handle(...command)),
      confirm,
      waitUntilVisible: show,
    };
  }

  function onceOf(http: Context, caller: Caller | null, input: unknown): RouteRequest['once'] {
    const key = call.idempotent ? idempotencyKey(http.get('Idempotency-Key') || undefined) : null;
    if (!key) return (carryOut) => carryOut(ids.next(), true);
    const payload = [call.name, input];
    return (carryOut, { visitorName = '', renewAfterMs } = {}) => {
      const owner = caller?.id ?? visitorOwner(system.secret, visitorName);
      return carryOutOnce(system, { owner, key, payload, sealed: caller !== null, renewAfterMs }, carryOut);
    };
  }

  async function carryOut(http: Context, caller: Caller | null): Promise<void> {
    const input = await inputOf(call, http);
    const request = {
      ...input,
      caller,
      get clientAddress() {
        return limitKeyOf(clientAddresses.addressOf(http.req));
      },
      get clientNetwork() {
        return networkOf(clientAddresses.addressOf(http.req));
      },
      userAgent: http.get('User-Agent'),
      requestId: http.state.requestId,
      ...commandsOf(http, caller),
      once: onceOf(http, caller, input),
      announceNext: (cursor) => {
        if (cursor) http.append('Link', `<${nextPage(http, cursor)}>; rel="next"`);
      },
      http,
    } as RouteRequest;
    http.set('Cache-Control', 'no-store');
    http.status = call.status ?? 200;
    const answered = await answer(request);
    if (answered === undefined) return;
    const { status } = http;
    const isText = call.answerType === 'text/plain';
    http.body = isText ? answered : JSON.stringify(answered);
    http.type = isText ? 'text/plain' : 'application/json';
    http.status = status;
  }

  const answerFor = (http: Context, caller: Caller | null): Promise<void> =>
    caller ? recordOutcome(system, call, caller, http, () => carryOut(http, caller)) : carryOut(http, null);

  /** Handles a read within its limits. A streamed response holds its slot until the connection closes. */
  async function answerRead(http: Context): Promise<void> {
    const leave = await reads.enter(http);
    if (call.streamed) http.res.once('close', leave);
    try {
      await answerFor(http, await admit(system, http.req, call));
    } finally {
      if (!call.streamed) leave();
    }
  }

  async function answerOther(http: Context): Promise<void> {
    const caller = await admit(system, http.req, call);
    if (caller && isThrottledWrite(call)) await throttled(system, caller.id, rules.writes, ...throttles);
    const end = caller && mayBeLarge(call, http) ? await uploads.begin(caller.id, http.req) : null;
    try {
      await answerFor(http, caller);
    } finally {
      end?.();
    }
  }

  return (http) => {
    http.state.call = call.name;
    return isLimitedRead(call) ? answerRead(http) : answerOther(http);
  };
}
