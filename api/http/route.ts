import type { Context } from 'koa';
import type { CommandContext } from '../../domain/handle.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import type { ThrottleRule } from '../../domain/ports/throttle.ts';
import type { AnswerOf, Call, CheckedBodyOf, ParamsOf, QueryOf } from '../contract/call.ts';
import type { Caller } from './caller.ts';

/** Read models that a write touches, by the names of their projections. */
export type ReadModel =
  | 'profiles'
  | 'animals'
  | 'posts'
  | 'follows'
  | 'hidden'
  | 'wallets'
  | 'crowdfundings'
  | 'journal'
  | 'actions'
  | 'reports'
  | 'settlement'
  | 'conversations'
  | 'notifications';

/** All of the read models. */
export const READ_MODELS: readonly ReadModel[] = [
  'profiles',
  'animals',
  'posts',
  'follows',
  'hidden',
  'wallets',
  'crowdfundings',
  'journal',
  'actions',
  'reports',
  'settlement',
  'conversations',
  'notifications',
];

type CallerOf<C extends Call> = C['who'] extends 'all'
  ? null
  : C['who'] extends 'optional'
    ? Caller | null
    : Caller;

/** What a route gives back: the answer, or nothing when it has no body or streams it. */
type AnsweredBy<C extends Call> = C extends
  | { readonly answerType: 'text/event-stream' | 'image/jpeg' }
  | { readonly streamed: readonly string[] }
  | { readonly answer: null }
  ? undefined
  : AnswerOf<C>;

/** One request of a call, checked: the caller is admitted, and what they sent fits the contract. */
export interface RouteRequest<C extends Call = Call> {
  readonly caller: CallerOf<C>;
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: CheckedBodyOf<C>;
  /** Where it comes from, as limits count it: an IPv4 address, or the /64 of an IPv6 address. */
  readonly clientAddress: string;
  /** The network it comes from: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
  readonly clientNetwork: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Context of a command of the caller. With an `Idempotency-Key` a repeated request gets the same `commandId`. */
  readonly command: (commandId: Uuid, details?: { staff?: boolean; reason?: string }) => CommandContext;
  /** Waits until reads show what was written, so that whoever reads after the answer sees it. */
  readonly visible: (position: Position, ...readModels: readonly ReadModel[]) => Promise<void>;
  /**
   * Carries out what must not happen twice. Without an `Idempotency-Key` it is carried out; with one, the first result of
   * this key is given again, whatever became of the process in between. A visitor's keys are kept under a name of theirs.
   */
  readonly once: <Result>(
    carryOut: (commandId: Uuid) => Promise<Result>,
    options?: { readonly visitorName?: string; readonly renewAfterMs?: number },
  ) => Promise<Result>;
  /** Announces the page behind this one. */
  readonly announceNext: (cursor: string | null) => void;
  /** For what streams its answer. */
  readonly http: Context;
}

/** How a call is answered. */
export interface Route<C extends Call = Call> {
  readonly call: C;
  readonly throttles: readonly ThrottleRule[];
  readonly answer: (request: RouteRequest<C>) => Promise<AnsweredBy<C>>;
}

/** A route as the dispatcher sees it, the types of its call left behind. */
export type AnyRoute = Route;

/** Answers a call. The throttles count each account that calls it, besides the one of all writes. */
export const route = <const C extends Call>(
  call: C,
  answer: Route<C>['answer'],
  throttles: readonly ThrottleRule[] = [],
): AnyRoute => ({ call, answer, throttles }) as unknown as AnyRoute;
