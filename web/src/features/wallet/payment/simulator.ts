import type { PaymentConfig } from '../payments.ts';
import { type CardProblems, expiryOf, type TypedCard } from './card-fields.ts';
import { paymentIdOf } from './open-purchase.ts';
import { type ProviderError, providerErrorText } from './provider-error.ts';

/** Result of a card payment. */
export type Paid =
  /** The bank requires authentication at this address. */
  | { readonly kind: 'challenge'; readonly address: string }
  /** The provider's decision: paid, processing, or declined with a reason. */
  | { readonly kind: 'done'; readonly status: string; readonly reason?: string }
  /** A field is invalid; no payment was attempted. */
  | { readonly kind: 'wrong'; readonly problems: CardProblems }
  /** The outcome is unknown. Paying the same purchase again is harmless. */
  | { readonly kind: 'lost' };

interface Intent {
  readonly status: string;
  readonly next_action?: { readonly redirect_to_url?: { readonly url: string } } | null;
}

interface Answer extends Partial<Intent> {
  readonly error?: ProviderError & { readonly param?: string; readonly payment_intent?: Intent };
}

const FIELD_OF: Readonly<Record<string, keyof TypedCard>> = {
  number: 'number',
  exp_month: 'expiry',
  exp_year: 'expiry',
  cvc: 'cvc',
};

const WAIT_MS = 30_000;

/**
 * Interprets the provider's response. A payment that is already settled, for example after a lost response,
 * counts as paid.
 */
function outcomeOf({ error, ...intent }: Answer): Paid {
  if (error) {
    const { code, param = '', payment_intent: settled } = error;
    const field = FIELD_OF[param];
    if (field) return { kind: 'wrong', problems: { [field]: providerErrorText(error) } };
    if (code === 'payment_intent_unexpected_state' && settled)
      return { kind: 'done', status: settled.status };
    return settled || code === 'card_declined'
      ? { kind: 'done', status: 'failed', reason: providerErrorText(error) }
      : { kind: 'lost' };
  }
  const address = intent.next_action?.redirect_to_url?.url;
  if (intent.status === 'requires_action' && address) return { kind: 'challenge', address };
  return intent.status ? { kind: 'done', status: intent.status } : { kind: 'lost' };
}

function formOf({ number, expiry, cvc }: TypedCard, clientSecret: string, returnUrl: string) {
  const { month, year } = expiryOf(expiry) ?? { month: 0, year: 0 };
  return new URLSearchParams({
    client_secret: clientSecret,
    return_url: returnUrl,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number.replace(/\D/g, ''),
    'payment_method_data[card][exp_month]': String(month),
    'payment_method_data[card][exp_year]': String(year),
    'payment_method_data[card][cvc]': cvc,
  });
}

/** Pays a purchase at the simulator, which implements Stripe's API. Never throws. */
export async function payAtSimulator(
  { apiBase, publishableKey }: PaymentConfig,
  clientSecret: string,
  card: TypedCard,
): Promise<Paid> {
  const path = `${apiBase}/v1/payment_intents/${paymentIdOf(clientSecret)}/confirm`;
  try {
    const response = await fetch(new URL(path, location.origin), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${publishableKey}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: formOf(card, clientSecret, `${location.origin}/wallet/payment/result`).toString(),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return outcomeOf((await response.json()) as Answer);
  } catch {
    return { kind: 'lost' };
  }
}
