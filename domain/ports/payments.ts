import { HOUR_MS } from '../kernel/durations.ts';
import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';
import type { PaymentStatus } from '../wallet/rules.ts';

/** An integer number of euro cents. One coin costs one cent. */
type Cents = number;

/** Minimum time for which the provider stores idempotency keys, in ms. Stripe deletes them after 24 hours. */
export const IDEMPOTENCY_KEY_TTL_MS = 23 * HOUR_MS;

/** A payment to create, in euro. */
export interface NewPayment {
  readonly accountId: AccountId;
  readonly amount: Cents;
  /** Calls with the same key create only one payment, as long as the provider stores the key. */
  readonly idempotencyKey: Uuid;
}

/** A payment that is ready to be paid, and the client secret with which the buyer's browser can pay it. */
export interface StartedPayment {
  readonly id: string;
  readonly clientSecret: string;
}

/** A refund to the card. If it failed, the money has returned to Kindra and the refund does not count. */
export interface PaymentRefund {
  readonly id: string;
  readonly amount: Cents;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

/**
 * A dispute for which the provider withdrew money. The withdrawal is permanent once the dispute is lost. Inquiries are
 * excluded, because they move no money.
 */
export interface PaymentDispute {
  readonly id: string;
  readonly amount: Cents;
  readonly state: 'open' | 'won' | 'lost';
}

/** Current state of a payment, as reported by the provider. */
export interface Payment {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly amount: Cents;
  /** Amount received. It is 0 until the payment succeeds, and is not reduced by refunds or disputes. */
  readonly amountReceived: Cents;
  /** Sum of all refunds, except failed ones. */
  readonly amountRefunded: Cents;
  /** Lower-case currency code. A payment in a currency other than `eur` was not started by Kindra. */
  readonly currency: string;
  readonly refunds: readonly PaymentRefund[];
  readonly disputes: readonly PaymentDispute[];
  /** The buyer, or null when the payment was not started by Kindra. */
  readonly accountId: AccountId | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Instant;
}

interface NoticeBase<Kind extends string> {
  /** Id of the provider's event. It is the same in every delivery. */
  readonly id: string;
  readonly kind: Kind;
  /** The provider's event type, such as `payment_intent.succeeded`. */
  readonly type: string;
  readonly createdAt: Instant;
}

interface PaymentReference {
  readonly paymentId: string;
  /** With the kind `succeeded`, the amount received. */
  readonly amount: Cents;
  readonly currency: string;
  /** Null when the payment was not started by Kindra. */
  readonly accountId: AccountId | null;
}

/**
 * A refund was created or completed, or (`refund_failed`) did not reach the card. The money from a failed or canceled
 * refund returns to Kindra.
 */
export interface RefundNotice extends NoticeBase<'refund_changed' | 'refund_failed'> {
  readonly paymentId: string | null;
  readonly refundId: string;
  readonly amount: Cents;
}

/** A payment's refunds changed. `amountRefunded` was their sum at that time. */
interface RefundedNotice extends NoticeBase<'refunded'> {
  readonly paymentId: string | null;
  readonly amountRefunded: Cents;
}

/** Disputed money was withdrawn, was returned or is lost. Can be delivered twice. */
interface DisputeNotice extends NoticeBase<'dispute_opened' | 'dispute_won' | 'dispute_lost'> {
  /** Null when the provider does not name the payment. */
  readonly paymentId: string | null;
  readonly disputeId: string;
  readonly amount: Cents;
}

/**
 * A webhook event. Events can arrive late, repeatedly, in any order or never. Use them only as a trigger to call
 * `retrieve`. `processing` is followed by `succeeded` or `failed`. After `failed`, for example because the card was
 * declined, the buyer can retry. `other` events do not affect coins.
 */
export type PaymentNotice =
  | (NoticeBase<'succeeded' | 'processing' | 'canceled'> & PaymentReference)
  | (NoticeBase<'failed'> & PaymentReference & { readonly code: string })
  | RefundedNotice
  | RefundNotice
  | DisputeNotice
  | NoticeBase<'other'>;

/** A page of a list, newest items first. */
export interface ProviderPage<Item> {
  readonly items: readonly Item[];
  /** Cursor for the next page; null on the last page. */
  readonly next: string | null;
}

/** Iterates over the items on all pages. */
export async function* readAllPages<Item>(
  read: (page: Pick<PageRequest, 'after'>) => Promise<ProviderPage<Item>>,
): AsyncIterable<Item> {
  let page = await read({});
  yield* page.items;
  while (page.next !== null) {
    page = await read({ after: page.next });
    yield* page.items;
  }
}

/** Selects a page of a list at the payment provider. */
export interface PageRequest {
  /** Returns only items created at this time or later, compared in whole seconds. */
  readonly since: Instant;
  /** `next` from the previous page. */
  readonly after?: string;
  /** Page size, from 1 to 100. Default: 100. */
  readonly limit?: number;
}

/** Provider settings that the browser needs for a payment. */
export interface PaymentConfig {
  readonly provider: 'stripe' | 'simulator';
  readonly publishableKey: string;
  /** Base URL of the provider's API for the browser. A path on Kindra's own origin with the simulator. */
  readonly apiBase: string;
}

/**
 * Card payment provider. Its state is authoritative for money. Every call has a deadline, retries transient failures,
 * and can throw PaymentsUnavailable or PaymentsRefused.
 */
export interface Payments {
  readonly config: PaymentConfig;
  readonly start: (payment: NewPayment) => Promise<StartedPayment>;
  /** Returns a payment with its refunds and disputes, or null if it does not exist. */
  readonly retrieve: (id: string) => Promise<Payment | null>;
  /** Returns a page of payments from all accounts. */
  readonly list: (page: PageRequest) => Promise<ProviderPage<Payment>>;
  /** Returns a page of webhook events. The provider stores them for 30 days. */
  readonly listNotices: (page: PageRequest) => Promise<ProviderPage<PaymentNotice>>;
  /**
   * Checks the signature header before the body is read, to reject invalid requests early.
   * @param signature value of the `Stripe-Signature` header; empty if absent
   * @returns a function that verifies and parses the raw body; it also throws WebhookRefused
   * @throws WebhookRefused
   */
  readonly verifyWebhook: (signature: string) => (body: Uint8Array) => PaymentNotice;
  /**
   * Parses a stored webhook body. Its signature was verified before it was stored.
   * @throws WebhookRefused when the body is not a webhook
   */
  readonly parseStoredWebhook: (body: Uint8Array) => PaymentNotice;
}

/** Thrown when the provider is unreachable, overloaded or has failed. The outcome is unknown, so retry later. */
export class PaymentsUnavailable extends Error {
  constructor(detail: string) {
    super(`the payment provider cannot be reached: ${detail}`);
    this.name = 'PaymentsUnavailable';
  }
}

/** Thrown when the provider rejects a request permanently, for example an amount that is out of range. */
export class PaymentsRefused extends Error {
  /** The provider's error code, such as `amount_too_small`. */
  readonly code: string;

  constructor(code: string, detail: string) {
    super(`the payment provider refused: ${detail}`);
    this.name = 'PaymentsRefused';
    this.code = code;
  }
}

/** Reason why a webhook is rejected. */
export type WebhookFault = 'unsigned' | 'forged' | 'stale' | 'malformed';

const FAULT_MESSAGES: Readonly<Record<WebhookFault, string>> = {
  unsigned: 'it has no signature',
  forged: 'its signature is invalid',
  stale: 'its signature is too old',
  malformed: 'it is not a webhook',
};

/** Thrown when a webhook does not come from the provider or is malformed. */
export class WebhookRefused extends Error {
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(`the webhook was refused: ${FAULT_MESSAGES[fault]}`);
    this.name = 'WebhookRefused';
    this.fault = fault;
  }
}
