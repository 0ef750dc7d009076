import { type EnglishTexts, i18n } from '../../i18n/index.ts';

/** Error from Stripe: https://docs.stripe.com/error-codes and https://docs.stripe.com/declines/codes. */
export interface ProviderError {
  readonly code?: string;
  readonly decline_code?: string;
  readonly message?: string;
}

type CardError = keyof EnglishTexts['wallet']['cardErrors'];

const isKnown = (code: string | undefined): code is CardError =>
  code !== undefined && i18n.exists(`wallet:cardErrors.${code}`);

/** Translates a provider's error by its code. Unknown errors keep their own message. */
export function translateProviderError({ code, decline_code, message = '' }: ProviderError): string {
  const knownCode = [decline_code, code].find(isKnown);
  return knownCode ? i18n.t(`wallet:cardErrors.${knownCode}`) : message;
}
