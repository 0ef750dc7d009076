import type { Context, Middleware } from 'koa';
import type { CommandContext } from '../../domain/handle.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { Call } from '../contract/call.ts';
import { actorOf, admit, type Caller } from './caller.ts';
import { limitKeyOf, networkOf } from './client-address.ts';
import { carryOutOnce, idempotencyKey, visitorOwner } from './idempotency.ts';
import { inputOf, mayBeLarge } from './input.ts';
import { isLimitedRead, type ReadLimiter } from './read-limiter.ts';
import type { AnyRoute, ReadModel, RouteRequest } from './route.ts';
import { isForStaff, recordOutcome } from './security.ts';
import type { ApiSystem } from './system.ts';
import { rules, throttled } from './throttling.ts';
import type { Uploads } from './uploads.ts';

/** For how long a write waits for the read models, in milliseconds. */
const VISIBLE_MS = 2_000;

const isThrottledWrite = ({ method, who, unthrottled }: Call): boolean =>
  method !== 'GET' && who !== 'all' && !unthrottled;

/** Somebody who is not logged in, for the events that they cause nevertheless: their own registration. */
const visitor: Actor = { kind: 'system', id: 'visitor' };

/** Path and query of the page behind this one. */
function nextPage(http: Context, cursor: string): string {
  const search = new URLSearchParams(http.querystring);
  search.delete('page');
  search.set('cursor', cursor);
  return `${http.path}?${search}`;
}

/** Limits that all routes share. */
export interface Limits {
  readonly uploads: Uploads;
  readonly reads: ReadLimiter;
}

/** Answers one route: who calls, how often, with what, and then the answer. */
export function dispatch(
  system: ApiSystem,
  { uploads, reads }: Limits,
  { call, answer, throttles }: AnyRoute,
): Middleware {
  const { clock, ids, progress, clientAddresses } = system;

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

  async function waitUntilVisible(
    http: Context,
    position: number,
    readModels: readonly ReadModel[],
  ): Promise<void> {
    const waitedFor: readonly ReadModel[] = isForStaff(call) ? [...readModels, 'actions'] : readModels;
    const caughtUp = await progress.waitFor(waitedFor, position, VISIBLE_MS);
    if (!caughtUp) http.set('X-Read-Model', 'behind');
  }

  function onceOf(http: Context, caller: Caller | null, input: unknown): RouteRequest['once'] {
    const key = call.idempotent ? idempotencyKey(http.get('Idempotency-Key') || undefined) : null;
    if (!key) return (carryOut) => carryOut(ids.next());
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
      command: commandOf(http, caller),
      visible: (position, ...readModels) => waitUntilVisible(http, position, readModels),
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

  /** Answers a read within its limits. What is streamed counts until its end. */
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
