import type { PoolOrClient } from '../../../common/transaction.ts';

/** When a webhook is delivered: immediately, after a delay in milliseconds, or when a test releases it. */
export type DeliveryTime = 'now' | 'held' | number;

/** The fields of an event that determine its deliveries. */
export interface EventSummary {
  readonly id: string;
  readonly type: string;
}

export interface SimulatorBehaviour {
  /** Processing time of delayed payments and refunds, in ms. */
  readonly settleAfterMs: number;
  /** Delivery times of an event's webhooks, one per delivery. */
  readonly planDelivery: (event: EventSummary) => readonly DeliveryTime[];
  /** URL of the simulator for browsers, without trailing slash. */
  readonly browserUrl: () => string;
}

/** `secret`: a server with all rights. `publishable`: a browser that may pay if it has the payment's secret. */
export type Caller = 'secret' | 'publishable';

/** Context of a request. */
export interface CallContext {
  readonly client: PoolOrClient;
  readonly behaviour: SimulatorBehaviour;
  readonly caller: Caller;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}
