import type { PoolOrClient } from '../../../common/transaction.ts';

/** When a webhook is delivered: immediately, after a delay in milliseconds, or when a test releases it. */
export type DeliveryTime = 'now' | 'held' | number;

/** Event fields that determine when webhooks are delivered. */
export interface EventSummary {
  readonly id: string;
  readonly type: string;
}

/** Timing and addresses that differ between development and tests. */
export interface SimulatorBehaviour {
  /** Processing time of delayed payments and refunds, in milliseconds. */
  readonly settleAfterMs: number;
  /** Returns the delivery times of an event's webhooks, one per delivery. */
  readonly planDelivery: (event: EventSummary) => readonly DeliveryTime[];
  /** Returns the URL at which browsers reach the simulator, without a trailing slash. */
  readonly browserUrl: () => string;
}

/** Kind of API key: a server with all rights, or a browser, which can only pay with the payment's secret. */
export type Caller = 'secret' | 'publishable';

/** Context in which an API call is executed. */
export interface CallContext {
  readonly client: PoolOrClient;
  readonly behaviour: SimulatorBehaviour;
  readonly caller: Caller;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}
