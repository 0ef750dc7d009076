import type { Context } from 'koa';
import type { Call } from '../../contract/call.ts';
import { createReadPath } from '../../contract/endpoints/endpoint.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { AppendSummary } from '../../domain/ports/read-models.ts';
import { waitUntilVisible } from '../../projections/wait-until-visible.ts';
import { type Caller, toActor } from './caller.ts';
import { getLimitKey, getNetwork } from './client-address.ts';
import { toRejectionFailure } from './failure.ts';
import { deriveVisitorOwner, parseIdempotencyKey, runIdempotently } from './idempotency.ts';
import type { CallInput } from './input.ts';
import { READ_POSITION_HEADER } from './paging.ts';
import type { RouteRequest } from './route.ts';
import { isStaffCall } from './security.ts';
import type { ApiSystem } from './system.ts';

const VISITOR_ACTOR: Actor = { kind: 'system', id: 'visitor' };

/**
 * Returns the path of the next page. Contains only validated arguments, because responses that differ in other parameters
 * are shared.
 */
const getNextPagePath = (call: Call, { params, query }: LazyRequest, cursor: string): string =>
  createReadPath(call, { ...(params as object), ...(query as object), page: undefined, cursor });

interface RequestedRoute {
  readonly system: ApiSystem;
  readonly call: Call;
}

/**
 * Creates its functions on access, because the most frequent requests are answered from memory and use none of them.
 */
class LazyRequest {
  private readonly route: RequestedRoute;
  readonly http: Context;
  readonly caller: Caller | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;

  constructor(route: RequestedRoute, http: Context, caller: Caller | null, input: CallInput) {
    this.route = route;
    this.http = http;
    this.caller = caller;
    this.params = input.params;
    this.query = input.query;
    this.body = input.body;
  }

  get clientAddress(): string {
    return getLimitKey(this.route.system.clientAddresses.getAddress(this.http.req));
  }

  get clientNetwork(): string {
    return getNetwork(this.route.system.clientAddresses.getAddress(this.http.req));
  }

  get userAgent(): string {
    return this.http.get('User-Agent');
  }

  get requestId(): string {
    return this.http.state.requestId;
  }

  get createContext(): RouteRequest['createContext'] {
    const { caller, requestId } = this;
    const { system, call } = this.route;
    const { clock, ids } = system;
    return ({ commandId = ids.next(), isStaff = isStaffCall(call), reason } = {}): CommandContext => ({
      commandId,
      correlationId: ids.next(),
      actor: caller ? toActor(caller, isStaff ? 'staff' : 'account') : VISITOR_ACTOR,
      occurredAt: clock.now(),
      requestId,
      ...(reason && { reason }),
    });
  }

  get waitUntilVisible(): RouteRequest['waitUntilVisible'] {
    const { http } = this;
    const { progress } = this.route.system;
    return async (...appends: readonly AppendSummary[]) => {
      if (appends.length > 0)
        http.set(READ_POSITION_HEADER, String(Math.max(...appends.map(({ position }) => position))));
      if (!(await waitUntilVisible(progress, appends))) http.set('X-Read-Model', 'behind');
    };
  }

  get confirm(): RouteRequest['confirm'] {
    const { waitUntilVisible: waitForEvents } = this;
    return async (result) => {
      if (!result.accepted) throw toRejectionFailure(result.rejection);
      await waitForEvents(result);
      return result;
    };
  }

  get execute(): RouteRequest['execute'] {
    const { confirm } = this;
    const { handler } = this.route.system;
    return async (...command) => confirm(await handler.handle(...command));
  }

  get runIdempotently(): RouteRequest['runIdempotently'] {
    const { http, caller, params, query, body } = this;
    const { system, call } = this.route;
    const key = call.idempotent ? parseIdempotencyKey(http.get('Idempotency-Key') || undefined) : null;
    if (!key) return (operation) => operation(system.ids.next(), true);
    const payload = [call.name, { params, query, body }];
    return (operation, { visitorName = '', renewAfterMs } = {}) => {
      const owner = caller?.id ?? deriveVisitorOwner(system.secret, visitorName);
      return runIdempotently(
        system,
        { owner, key, payload, isEncrypted: caller !== null, http, renewAfterMs },
        operation,
      );
    };
  }

  get setNextPageLink(): RouteRequest['setNextPageLink'] {
    const { http } = this;
    const { call } = this.route;
    return (cursor) => {
      if (cursor) http.append('Link', `<${getNextPagePath(call, this, cursor)}>; rel="next"`);
    };
  }
}

/** Creates the request object for a route from an authenticated caller and validated input. */
export const createRouteRequest = (
  route: RequestedRoute,
  http: Context,
  caller: Caller | null,
  input: CallInput,
): RouteRequest => new LazyRequest(route, http, caller, input) as unknown as RouteRequest;
