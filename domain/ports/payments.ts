import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';

/** Euro cents, as an integer. One coin costs one cent. */
export type Cents = number;

/** Status of a payment, as defined by Stripe. */
export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** Minimum time for which a provider stores idempotency keys, in ms. Stripe deletes them after 24 hours. */
export const IDEMPOTENCY_KEY_TTL_MS = 23 * 60 * 60_000;

export interface NewPayment {
  readonly accountId: AccountId;
  readonly amount: Cents;
  /** Calls with the same key create one payment while the provider stores the key. */
  readonly idempotencyKey: Uuid;
}

/** A payment that is ready to be paid, and the secret with which the buyer's browser pays it. */
export interface StartedPayment {
  readonly id: string;
  readonly clientSecret: string;
}

/** A refund to the card. A failed refund does not count: the money is ours again. */
export interface PaymentRefund {
  readonly id: string;
  readonly amount: Cents;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

/**
 * A dispute, for which the provider withdrew the money: permanently once it is lost. Excludes inquiries, which move no
 * money.
 */
export interface PaymentDispute {
  readonly id: string;
  readonly amount: Cents;
  readonly state: 'open' | 'won' | 'lost';
}

/** Current state of a payment at the provider. */
export interface Payment {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly amount: Cents;
  /** Amount received: 0 until the payment succeeds. Not reduced by refunds and disputes. */
  readonly amountReceived: Cents;
  /** Sum of the refunds that did not fail. */
  readonly amountRefunded: Cents;
  /** Lower case. A payment in a currency other than `eur` was not started by Kindra. */
  readonly currency: string;
  readonly refunds: readonly PaymentRefund[];
  readonly disputes: readonly PaymentDispute[];
  /** The buyer, or null when the payment was not started by Kindra. */
  readonly accountId: AccountId | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Instant;
}

interface NoticeBase<Kind extends string> {
  /** Id of the provider's event, the same in every delivery. */
  readonly id: string;
  readonly kind: Kind;
  /** The provider's event type, such as `payment_intent.succeeded`. */
  readonly type: string;
  readonly createdAt: Instant;
}

interface PaymentReference {
  readonly paymentId: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Null when the payment was not started by Kindra. */
  readonly accountId: AccountId | null;
}

interface DisputeReference {
  /** Null when the provider does not name the payment. */
  readonly paymentId: string | null;
  readonly disputeId: string;
  readonly amount: Cents;
}

/** `amount` is the amount received. */
export type SucceededNotice = NoticeBase<'succeeded'> & PaymentReference;

/** The bank is still processing the payment; `succeeded` or `failed` follows. */
export type ProcessingNotice = NoticeBase<'processing'> & PaymentReference;

/** An attempt failed, for example because the card was declined. The buyer can retry, so `succeeded` may follow. */
export type FailedNotice = NoticeBase<'failed'> & PaymentReference & { readonly code: string };

/** The payment was canceled. Nothing was or will be paid. */
export type CanceledNotice = NoticeBase<'canceled'> & PaymentReference;

/** The refunds of a payment changed; `amountRefunded` is their sum at that time. */
export type RefundedNotice = NoticeBase<'refunded'> & {
  readonly paymentId: string | null;
  readonly amountRefunded: Cents;
};

/**
 * A refund was created or completed; `refund_failed` when it did not reach the card. The money of a failed or canceled
 * refund is ours again.
 */
export type RefundNotice = NoticeBase<'refund_changed' | 'refund_failed'> & {
  readonly paymentId: string | null;
  readonly refundId: string;
  readonly amount: Cents;
};

/** Money was withdrawn (`opened`), returned (`won`) or is lost (`lost`). May be delivered twice. */
export type DisputeNotice = NoticeBase<'dispute_opened' | 'dispute_won' | 'dispute_lost'> & DisputeReference;

/** An event without effect on coins. */
export type OtherNotice = NoticeBase<'other'>;

/**
 * A webhook event. Events arrive late, early, repeatedly, in any order or never: use them only as a trigger to call
 * `retrieve`.
 */
export type PaymentNotice =
  | SucceededNotice
  | ProcessingNotice
  | FailedNotice
  | CanceledNotice
  | RefundedNotice
  | RefundNotice
  | DisputeNotice
  | OtherNotice;

/** One page of a list, newest first. */
export interface PaymentPage<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page, or null on the last page. */
  readonly next: string | null;
}

/** Iterates over the items of all pages. */
export async function* readAllPages<Item>(
  read: (page: Pick<PageRequest, 'after'>) => Promise<PaymentPage<Item>>,
): AsyncIterable<Item> {
  let page = await read({});
  yield* page.items;
  while (page.next !== null) {
    page = await read({ after: page.next });
    yield* page.items;
  }
}

export interface PageRequest {
  /** Only items created at this time or later, compared in whole seconds. */
  readonly since: Instant;
  /** `next` of the previous page. */
  readonly after?: string;
  /** Page size, 1 to 100. Default: 100. */
  readonly limit?: number;
}

/** Settings with which the browser pays at the provider. */
export interface PaymentConfig {
  readonly provider: 'stripe' | 'simulator';
  readonly publishableKey: string;
  /** Base URL of the provider's API for the browser: absolute, or a path of our own origin for the simulator. */
  readonly apiBase: string;
}

/**
 * The provider of card payments. Its state is authoritative for money.
 *
 * Every call has a deadline and retries transient failures. Every call may throw PaymentsUnavailable or
 * PaymentsRefused.
 */
export interface Payments {
  readonly config: PaymentConfig;
  readonly start: (payment: NewPayment) => Promise<StartedPayment>;
  /** Returns a payment with its refunds and disputes, or null. */
  readonly retrieve: (id: string) => Promise<Payment | null>;
  /** Lists the payments of all accounts. */
  readonly list: (page: PageRequest) => Promise<PaymentPage<Payment>>;
  /** Lists events as webhooks deliver them. The provider stores them for 30 days. */
  readonly listNotices: (page: PageRequest) => Promise<PaymentPage<PaymentNotice>>;
  /**
   * Checks the signature header before the body is read, so that invalid requests are refused early.
   * @param signature the header `Stripe-Signature`, empty if absent
   * @returns a function that verifies and parses the raw body; also throws WebhookRefused
   * @throws WebhookRefused
   */
  readonly verifyWebhook: (signature: string) => (body: Uint8Array) => PaymentNotice;
  /**
   * Parses the body of a webhook whose signature was verified before it was stored.
   * @throws WebhookRefused when it is not a webhook
   */
  readonly parseStoredWebhook: (body: Uint8Array) => PaymentNotice;
}

/** The provider is unreachable, overloaded or failed. The outcome is unknown; retry later. */
export class PaymentsUnavailable extends Error {
  constructor(detail: string) {
    super(`the payment provider cannot be reached: ${detail}`);
    this.name = 'PaymentsUnavailable';
  }
}

/** The provider rejects the request permanently, for example because of a wrong key or an amount out of range. */
export class PaymentsRefused extends Error {
  /** The provider's error code, such as `amount_too_small`. */
  readonly code: string;

  constructor(code: string, detail: string) {
    super(`the payment provider refused: ${detail}`);
    this.name = 'PaymentsRefused';
    this.code = code;
  }
}

/** Why a webhook is refused. */
export type WebhookFault = 'unsigned' | 'forged' | 'stale' | 'malformed';

const FAULT_MESSAGES: Readonly<Record<WebhookFault, string>> = {
  unsigned: 'it has no signature',
  forged: 'its signature is invalid',
  stale: 'its signature is too old',
  malformed: 'it is not a webhook',
};

/** The webhook does not come from the provider or is malformed. */
export class WebhookRefused extends Error {
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(`the webhook was refused: ${FAULT_MESSAGES[fault]}`);
    this.name = 'WebhookRefused';
    this.fault = fault;
  }
}
