import type { Querying } from '../../../common/transaction.ts';

/** When a webhook goes out: at once, after some milliseconds, or when it is let go. */
export type DeliveryTime = 'now' | 'held' | number;

/** An event, for whoever decides when its webhooks go out. */
export interface EventHead {
  readonly id: string;
  readonly type: string;
}

/** How the simulator behaves. */
export interface SimulatorBehaviour {
  /** How long a payment or a refund that needs time needs, in milliseconds. */
  readonly settleAfterMs: number;
  /** When the webhooks of an event go out, as often as times are given. */
  readonly planDelivery: (event: EventHead) => readonly DeliveryTime[];
  /** Address of the simulator for browsers, without a slash at its end. */
  readonly browserUrl: () => string;
}

/** Who calls: a server, which may do all, or a browser, which may only pay what it has the secret of. */
export type Caller = 'secret' | 'publishable';

/** What a request is worked on with. */
export interface Work {
  readonly client: Querying;
  readonly behaviour: SimulatorBehaviour;
  readonly caller: Caller;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}
