import Stripe from 'stripe';
import { type PaymentNotice, type WebhookFault, WebhookRefused } from '../../../domain/ports/payments.ts';
import { toNotice } from './notice.ts';

const SIGNATURE_TOLERANCE_S = 300;

const hasValidSignature = (body: Uint8Array, header: string, secret: string): boolean => {
  try {
    return Stripe.webhooks.signature?.verifyHeader(body, header, secret, SIGNATURE_TOLERANCE_S) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
};

const SIGNED_AT_PATTERN = /(?:^|,)t=(\d{1,12})(?:,|$)/;
const SIGNATURE_PATTERN = /(?:^|,)v1=[\da-f]{64}(?:,|$)/;

/** Checks the signature header without the body. Returns what is wrong with it, or null if it is valid. */
const findHeaderFault = (header: string): WebhookFault | null => {
  const [, signedAt] = SIGNED_AT_PATTERN.exec(header) ?? [];
  if (signedAt === undefined || !SIGNATURE_PATTERN.test(header)) return 'unsigned';
  return Date.now() / 1000 - Number(signedAt) > SIGNATURE_TOLERANCE_S ? 'stale' : null;
};

const isEvent = (value: unknown): value is Stripe.Event => {
  if (typeof value !== 'object' || value === null) return false;
  const { object, id, type, created, data } = value as Readonly<Record<string, unknown>>;
  const hasEventFields = typeof id === 'string' && typeof type === 'string' && Number.isSafeInteger(created);
  if (object !== 'event' || !hasEventFields || typeof data !== 'object' || data === null) return false;
  const subject = (data as { object?: unknown }).object;
  return typeof subject === 'object' && subject !== null;
};

/**
 * Parses a webhook body whose signature is already verified.
 * @throws WebhookRefused when the body is not a webhook
 */
export const parseStoredWebhook = (body: Uint8Array): PaymentNotice => {
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
 * Verifies the header of a webhook. Returns a function that verifies and parses the body, and also throws
 * WebhookRefused.
 * @throws WebhookRefused
 */
export const verifyWebhook = (header: string, secret: string): ((body: Uint8Array) => PaymentNotice) => {
  const fault = findHeaderFault(header);
  if (fault) throw new WebhookRefused(fault);
  return (body) => {
    if (body.length === 0 || !hasValidSignature(body, header, secret)) throw new WebhookRefused('forged');
    return parseStoredWebhook(body);
  };
};
