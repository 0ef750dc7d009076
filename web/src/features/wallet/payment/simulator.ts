import type { PaymentConfig } from '../../../api/payments.ts';
import { type CardProblems, expiryOf, type TypedCard } from './card-fields.ts';
import { paymentIdOf } from './open-purchase.ts';

/** What came of paying with a card. */
export type Paid =
  /** The holder's bank wants to ask them first, at this address. */
  | { readonly kind: 'challenge'; readonly address: string }
  /** The provider has decided: paid, on its way, or declined with a reason. */
  | { readonly kind: 'done'; readonly status: string; readonly reason?: string }
  /** A field is wrong; nothing was tried. */
  | { readonly kind: 'wrong'; readonly problems: CardProblems }
  /** Nobody knows. Paying the same purchase again is harmless. */
  | { readonly kind: 'lost' };

interface Intent {
  readonly status: string;
  readonly next_action?: { readonly redirect_to_url?: { readonly url: string } } | null;
}

interface Answer extends Partial<Intent> {
  readonly error?: {
    readonly code?: string;
    readonly param?: string;
    readonly message?: string;
    readonly payment_intent?: Intent;
  };
}

const FIELD_OF: Readonly<Record<string, keyof TypedCard>> = {
  number: 'number',
  exp_month: 'expiry',
  exp_year: 'expiry',
  cvc: 'cvc',
};

const WAIT_MS = 30_000;

/** What the provider's answer means. A payment that is settled already, as after a lost answer, is as good as paid now. */
function outcomeOf({ error, ...intent }: Answer): Paid {
  if (error) {
    const { code, param = '', message = '', payment_intent: settled } = error;
    const field = FIELD_OF[param];
    if (field) return { kind: 'wrong', problems: { [field]: message } };
    if (code === 'payment_intent_unexpected_state' && settled)
      return { kind: 'done', status: settled.status };
    return settled || code === 'card_declined'
      ? { kind: 'done', status: 'failed', reason: message }
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

/** Pays a purchase with a card at the simulator, in Stripe's own words. It never throws. */
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
