import type { PaymentConfig } from '../../api/payments.ts';
import { type CardInput, type CardProblems, parseExpiry } from './card-fields.ts';
import { getPaymentId } from './open-purchase.ts';
import { type ProviderError, translateProviderError } from './provider-error.ts';

type PaymentOutcome =
  /** The bank requires authentication at this URL. */
  | { readonly kind: 'challenge'; readonly address: string }
  /** The provider's decision: paid, processing, or declined with a reason. */
  | { readonly kind: 'done'; readonly status: string; readonly reason?: string }
  /** A field is invalid, so no payment was attempted. */
  | { readonly kind: 'wrong'; readonly problems: CardProblems }
  /** The outcome is unknown. Retrying the payment is safe. */
  | { readonly kind: 'lost' };

interface Intent {
  readonly status: string;
  readonly next_action?: { readonly redirect_to_url?: { readonly url: string } } | null;
}

interface SimulatorResponse extends Partial<Intent> {
  readonly error?: ProviderError & { readonly param?: string; readonly payment_intent?: Intent };
}

const FIELD_BY_PARAM: Readonly<Record<string, keyof CardInput>> = {
  number: 'number',
  exp_month: 'expiry',
  exp_year: 'expiry',
  cvc: 'cvc',
};

const TIMEOUT_MS = 30_000;

/** Interprets the provider's response. An already settled payment, as after a lost response, counts as paid. */
function toPaymentOutcome({ error, ...intent }: SimulatorResponse): PaymentOutcome {
  if (error) {
    const { code, param = '', payment_intent: settledIntent } = error;
    const field = FIELD_BY_PARAM[param];
    if (field) return { kind: 'wrong', problems: { [field]: translateProviderError(error) } };
    if (code === 'payment_intent_unexpected_state' && settledIntent)
      return { kind: 'done', status: settledIntent.status };
    return settledIntent || code === 'card_declined'
      ? { kind: 'done', status: 'failed', reason: translateProviderError(error) }
      : { kind: 'lost' };
  }
  const address = intent.next_action?.redirect_to_url?.url;
  if (intent.status === 'requires_action' && address) return { kind: 'challenge', address };
  return intent.status ? { kind: 'done', status: intent.status } : { kind: 'lost' };
}

function createFormBody({ number, expiry, cvc }: CardInput, clientSecret: string, returnUrl: string) {
  const { month, year } = parseExpiry(expiry) ?? { month: 0, year: 0 };
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

/** Pays for a purchase through the simulator, which implements Stripe's API. Never throws. */
export async function payWithSimulator(
  { apiBase, publishableKey }: PaymentConfig,
  clientSecret: string,
  card: CardInput,
): Promise<PaymentOutcome> {
  const path = `${apiBase}/v1/payment_intents/${getPaymentId(clientSecret)}/confirm`;
  try {
    const response = await fetch(new URL(path, location.origin), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${publishableKey}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: createFormBody(card, clientSecret, `${location.origin}/wallet/payment/result`).toString(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return toPaymentOutcome((await response.json()) as SimulatorResponse);
  } catch {
    return { kind: 'lost' };
  }
}
