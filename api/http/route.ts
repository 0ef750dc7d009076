import type { Context } from 'koa';
import type { Call, CheckedBodyOf, ParamsOf, QueryOf, ResponseBodyOf } from '../../contract/call.ts';
import type { AcceptedCommand, CommandContext, CommandResult } from '../../domain/handle.ts';
import type { Decider } from '../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import type { AppendSummary } from '../../domain/ports/read-models.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import type { Caller } from './caller.ts';

type CallerOf<C extends Call> = C['audience'] extends 'all'
  ? null
  : C['audience'] extends 'optional'
    ? Caller | null
    : Caller;

/** Makes a type deeply read-only. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

type RouteResponse<C extends Call> = Immutable<ResponseBodyOf<C>>;

/** Resolves with the response body, or with nothing if there is none or the route writes the response itself. */
type RouteResult<C extends Call> = C extends
  | { readonly responseType: 'text/event-stream' | 'image/jpeg' }
  | { readonly streamedTypes: readonly string[] }
  | { readonly response: null }
  ? Promise<void>
  : Promise<RouteResponse<C>>;

/** A request whose caller is authenticated and whose input is validated. */
export interface RouteRequest<C extends Call = Call> {
  readonly caller: CallerOf<C>;
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: CheckedBodyOf<C>;
  /** Rate-limit key for the client's IP address: the IPv4 address, or the /64 network of an IPv6 address. */
  readonly clientAddress: string;
  /** Network of the client's IP address: the /24 for IPv4, the /48 for IPv6. */
  readonly clientNetwork: string;
  readonly userAgent: string;
  readonly requestId: string;
  /**
   * Creates the context for a command by the caller. `commandId` is the id from `runIdempotently`; default: a new id.
   * `isStaff` is whether the caller acts as staff; default: whether only staff can make the call.
   */
  readonly createContext: (details?: {
    readonly commandId?: Uuid;
    readonly isStaff?: boolean;
    readonly reason?: string;
  }) => CommandContext;
  /**
   * Handles a command and waits until reads show its events.
   * @throws ApiFailure when the command is rejected
   */
  readonly execute: <State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: Command,
    context: CommandContext,
  ) => Promise<AcceptedCommand<State, E>>;
  /**
   * Waits until reads show the events of a command.
   * @throws ApiFailure when the command was rejected
   */
  readonly confirm: <State, E extends DomainEvent>(
    result: CommandResult<State, E>,
  ) => Promise<AcceptedCommand<State, E>>;
  /** Waits up to 2 s until reads show the events, or else sets the header `X-Read-Model: behind`. */
  readonly waitUntilVisible: (...appends: readonly AppendSummary[]) => Promise<void>;
  /**
   * Executes an operation once per `Idempotency-Key`: a repeated request returns the first result, even after a crash.
   * Without a key, the operation is always executed. Keys are unique per account, or per `visitorName` for visitors.
   * `isNew` is false when an earlier request may already have executed the command.
   */
  readonly runIdempotently: <Result>(
    operation: (commandId: Uuid, isNew: boolean) => Promise<Result>,
    options?: { readonly visitorName?: string; readonly renewAfterMs?: number },
  ) => Promise<Result>;
  readonly setNextPageLink: (cursor: string | null) => void;
  /** Koa context, for routes that write the response themselves. */
  readonly http: Context;
}

/** Options for a read whose responses are cached, either for all visitors or per account. */
export interface SharedReadOptions<C extends Call = Call> {
  /** Called with each delivered response, including cached ones. */
  readonly onDelivered?: (request: RouteRequest<C>, response: RouteResponse<C>) => void;
  /** Converts a response for visitors to one for an account, or returns null to read it separately. */
  readonly personalize?: (caller: Caller, response: RouteResponse<C>) => Promise<RouteResponse<C> | null>;
  /** Whether responses are cached per account instead of for all visitors. */
  readonly isPerAccount?: boolean;
  /**
   * Returns the name of the statement that a query selects, if the statements of the call differ in what they read: in
   * their tables, or in whether they read the time.
   */
  readonly getVariant?: (query: QueryOf<C>) => string;
}

/** A call and its implementation. Without a type argument, as the dispatcher uses it. */
export interface Route<C extends Call = Call> {
  readonly call: C;
  readonly throttles: readonly ThrottleRule[];
  readonly handle: (request: RouteRequest<C>) => RouteResult<C>;
  readonly shared?: SharedReadOptions<C>;
  /** Whether accounts can get responses from the read cache. */
  readonly canUseReadCache?: boolean;
}

/** Defines a route. The throttles apply per account, in addition to the throttle for all writes. */
export const defineRoute = <const C extends Call>(
  call: C,
  handle: Route<C>['handle'],
  throttles: readonly ThrottleRule[] = [],
): Route => ({ call, handle, throttles }) as unknown as Route;

/**
 * Defines a read whose response depends only on the URL, the read models and, with `isPerAccount`, the account. The
 * response is computed once and reused until the read models change.
 */
export const defineSharedRoute = <const C extends Call & { readonly hasETag: true }>(
  call: C,
  handle: Route<C>['handle'],
  shared: SharedReadOptions<C> = {},
): Route =>
  ({
    call,
    handle,
    throttles: [],
    shared,
    canUseReadCache: shared.personalize !== undefined || shared.isPerAccount,
  }) as unknown as Route;
