import Stripe from 'stripe';
import { type PaymentNotice, type WebhookFault, WebhookRefused } from '../../../domain/ports/payments.ts';
import { toNotice } from './notice.ts';

/** How old a signature may be, in seconds. */
export const SIGNATURE_TOLERANCE_S = 300;

const hasSignature = (body: Uint8Array, header: string, secret: string, tolerance: number): boolean => {
  try {
    return Stripe.webhooks.signature?.verifyHeader(body, header, secret, tolerance) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
};

/** Stripe's library takes a tolerance of 0 for "of any age". */
const ANY_AGE = 0;

const faultOf = (body: Uint8Array, header: string | undefined, secret: string): WebhookFault | null => {
  if (!header) return 'unsigned';
  if (body.length === 0 || !hasSignature(body, header, secret, ANY_AGE)) return 'forged';
  return hasSignature(body, header, secret, SIGNATURE_TOLERANCE_S) ? null : 'stale';
};

const isEvent = (value: unknown): value is Stripe.Event => {
  if (typeof value !== 'object' || value === null) return false;
  const { object, id, type, created, data } = value as Readonly<Record<string, unknown>>;
  const named = typeof id === 'string' && typeof type === 'string' && Number.isSafeInteger(created);
  if (object !== 'event' || !named || typeof data !== 'object' || data === null) return false;
  const subject = (data as { object?: unknown }).object;
  return typeof subject === 'object' && subject !== null;
};

/**
 * Reads the body of a webhook whose origin is known.
 * @throws WebhookRefused when it is not a webhook
 */
export const readKeptWebhook = (body: Uint8Array): PaymentNotice => {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookRefused('malformed');
  }
  if (!isEvent(event)) throw new WebhookRefused('malformed');
  return toNotice(event);
};

/**
 * Reads a webhook and proves where it comes from.
 * @throws WebhookRefused
 */
export const readWebhook = (body: Uint8Array, header: string | undefined, secret: string): PaymentNotice => {
  const fault = faultOf(body, header, secret);
  if (fault) throw new WebhookRefused(fault);
  return readKeptWebhook(body);
};
