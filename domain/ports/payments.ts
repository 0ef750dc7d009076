import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';

/** Whole cents of a euro. 100 coins cost 1.00 euro, so that one coin is one cent. */
export type Cents = number;

/** Where a payment stands, in Stripe's words. */
export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** How long every provider remembers idempotency keys at least, in milliseconds. Stripe forgets them after 24 hours. */
export const PAYMENT_KEYS_REMEMBERED_MS = 23 * 60 * 60_000;

/** A purchase that an account is about to pay. */
export interface NewPayment {
  readonly accountId: AccountId;
  readonly amount: Cents;
  /** Repeated calls with one key make one payment, as long as the provider remembers the key. */
  readonly idempotencyKey: Uuid;
}

/** A payment that waits for its card, and the secret with which the buyer's browser can pay it. */
export interface StartedPayment {
  readonly id: string;
  readonly clientSecret: string;
}

/** Money that went back to the card. A failed refund comes back to us: it counts for nothing. */
export interface PaymentRefund {
  readonly id: string;
  readonly amount: Cents;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

/**
 * A card holder's protest, for which the provider took the money back: for good once it is lost. Mere inquiries, for
 * which no money moves, are not among them.
 */
export interface PaymentDispute {
  readonly id: string;
  readonly amount: Cents;
  readonly state: 'open' | 'won' | 'lost';
}

/** A payment as the provider knows it now. */
export interface Payment {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly amount: Cents;
  /** What was paid: 0 until it has succeeded. Refunds and disputes do not lower it. */
  readonly amountReceived: Cents;
  /** Sum of the refunds that have not failed. */
  readonly amountRefunded: Cents;
  /** In lower case; anything but `eur` was not started by us. */
  readonly currency: string;
  readonly refunds: readonly PaymentRefund[];
  readonly disputes: readonly PaymentDispute[];
  /** Who buys; null when the payment was not started by us. */
  readonly accountId: AccountId | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Instant;
}

interface NoticeOf<Kind extends string> {
  /** Id of the provider's event: the same in every repetition of it. */
  readonly id: string;
  readonly kind: Kind;
  /** The provider's name of it, as in `payment_intent.succeeded`. */
  readonly type: string;
  readonly createdAt: Instant;
}

interface AboutPayment {
  readonly paymentId: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Null when the payment was not started by us. */
  readonly accountId: AccountId | null;
}

interface AboutDispute {
  /** Null when the provider cannot say which payment is disputed. */
  readonly paymentId: string | null;
  readonly disputeId: string;
  readonly amount: Cents;
}

/** `amount` is what was received. */
export type SucceededNotice = NoticeOf<'succeeded'> & AboutPayment;

/** The bank takes its time; `succeeded` or `failed` follows. */
export type ProcessingNotice = NoticeOf<'processing'> & AboutPayment;

/** An attempt failed, as when a card is declined; the buyer may try again, so that `succeeded` may yet follow. */
export type FailedNotice = NoticeOf<'failed'> & AboutPayment & { readonly code: string };

/** Nothing was or will be paid. */
export type CanceledNotice = NoticeOf<'canceled'> & AboutPayment;

/** Something changed about a payment's refunds; `amountRefunded` is the sum of all of them at that time. */
export type RefundedNotice = NoticeOf<'refunded'> & {
  readonly paymentId: string | null;
  readonly amountRefunded: Cents;
};

/**
 * A refund was made, or came to its end; `refund_failed` when it did not reach its card. Of one that failed or was canceled
 * the money is ours again.
 */
export type RefundNotice = NoticeOf<'refund_changed' | 'refund_failed'> & {
  readonly paymentId: string | null;
  readonly refundId: string;
  readonly amount: Cents;
};

/** Money was taken back (`opened`), given back (`won`) or is gone (`lost`). Each may be told twice. */
export type DisputeNotice = NoticeOf<'dispute_opened' | 'dispute_won' | 'dispute_lost'> & AboutDispute;

/** Nothing that concerns coins. */
export type OtherNotice = NoticeOf<'other'>;

/**
 * What a webhook told. Notices come late, early, repeatedly, in any order, or never: take one as a reason to ask
 * `retrieve` for the truth.
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
  /** What to ask the following page with; null at the end. */
  readonly next: string | null;
}

/** What all pages of a list hold, page after page. */
export async function* allPages<Item>(
  read: (page: Pick<PageRequest, 'after'>) => Promise<PaymentPage<Item>>,
): AsyncIterable<Item> {
  let page = await read({});
  yield* page.items;
  while (page.next !== null) {
    page = await read({ after: page.next });
    yield* page.items;
  }
}

/** Which page of a list to read. */
export interface PageRequest {
  /** Only what was made at this time or later; compared in whole seconds. */
  readonly since: Instant;
  /** `next` of the page before. */
  readonly after?: string;
  /** Length of the page: 1 to 100, 100 by default. */
  readonly limit?: number;
}

/** What the browser needs to pay. */
export interface PaymentConfig {
  readonly provider: 'stripe' | 'simulator';
  readonly publishableKey: string;
  /** Where the provider's API is for the browser: an address, or a path of our own origin for the simulator. */
  readonly apiBase: string;
}

/**
 * The provider of card payments. Its state is the truth about money; ours only follows.
 *
 * Every call has a deadline, and what fails for a passing reason is repeated a few times, harmlessly.
 * All of them throw PaymentsUnavailable and PaymentsRefused.
 */
export interface Payments {
  readonly config: PaymentConfig;
  readonly start: (payment: NewPayment) => Promise<StartedPayment>;
  /** The payment with its refunds and disputes; null when there is none of this id. */
  readonly retrieve: (id: string) => Promise<Payment | null>;
  /** Payments made since an instant, of everybody. */
  readonly list: (page: PageRequest) => Promise<PaymentPage<Payment>>;
  /** What webhooks should have told since an instant; the provider remembers 30 days of them. */
  readonly listNotices: (page: PageRequest) => Promise<PaymentPage<PaymentNotice>>;
  /**
   * Begins to read a webhook, so that what cannot be one is refused before anybody waits for its body.
   * @param signature the header `Stripe-Signature`, empty when there is none
   * @returns reads the body as it came, byte by byte, proven to come from the provider; throws WebhookRefused, too
   * @throws WebhookRefused
   */
  readonly readWebhook: (signature: string) => (body: Uint8Array) => PaymentNotice;
  /**
   * Reads a webhook that was proven when it came, and kept since.
   * @throws WebhookRefused when it is not a webhook
   */
  readonly readKeptWebhook: (body: Uint8Array) => PaymentNotice;
}

/** The provider cannot be reached, is too busy, or failed. Nothing is known of what was asked: ask again later. */
export class PaymentsUnavailable extends Error {
  constructor(detail: string) {
    super(`the payment provider cannot be reached: ${detail}`);
    this.name = 'PaymentsUnavailable';
  }
}

/** The provider will not do what was asked, however often: a wrong key, or an amount that it does not take. */
export class PaymentsRefused extends Error {
  /** The provider's code, as in `amount_too_small`. */
  readonly code: string;

  constructor(code: string, detail: string) {
    super(`the payment provider refused: ${detail}`);
    this.name = 'PaymentsRefused';
    this.code = code;
  }
}

/** Why a webhook is not taken. */
export type WebhookFault = 'unsigned' | 'forged' | 'stale' | 'malformed';

const FAULTS: Readonly<Record<WebhookFault, string>> = {
  unsigned: 'it carries no signature',
  forged: 'its signature does not fit',
  stale: 'its signature is too old',
  malformed: 'it is not a webhook',
};

/** A webhook that may not come from the provider, or is no webhook at all. */
export class WebhookRefused extends Error {
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(`the webhook was refused: ${FAULTS[fault]}`);
    this.name = 'WebhookRefused';
    this.fault = fault;
  }
}
