import { Lock } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import type { PaymentConfig } from '../../api/payments.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, keepFocus, TextField } from '../../ui/index.ts';
import { useIsMounted } from '../use-is-mounted.ts';
import {
  type CardInput,
  type CardProblems,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  validateCard,
} from './card-fields.ts';
import type { OpenPurchase } from './open-purchase.ts';
import styles from './payment-form.module.css';
import { payWithSimulator } from './simulator.ts';
import { TestCards } from './test-cards.tsx';
import type { PaymentAttempt } from './use-payment-attempt.ts';

const EMPTY_CARD: CardInput = { number: '', expiry: '', cvc: '' };
const FIELDS = ['number', 'expiry', 'cvc'] as const;

/** Props of the card forms of all payment providers. */
export interface CardFormProps {
  readonly config: PaymentConfig;
  readonly purchase: OpenPurchase;
  readonly attempt: PaymentAttempt;
  readonly payText: string;
  /** Focuses the first field and shows the button in the donation colour. */
  readonly isForDonation?: boolean;
  /** Called with the provider's decision, also if the user has left the form in the meantime. */
  readonly onResult: (status: string, reason?: string) => void;
  /** Called if the outcome is unknown or Stripe declined the card, also if the user has left the form. */
  readonly onProblem: (message: string) => void;
}

/** Returns a function that sends a card to the payment simulator and reports the outcome. */
function usePayment(
  { config, purchase, attempt, onResult, onProblem }: CardFormProps,
  refuse: (problems: CardProblems) => void,
) {
  const { t } = useTranslation('wallet');
  const isMounted = useIsMounted();

  return async (card: CardInput) => {
    if (!attempt.begin()) return;
    const outcome = await payWithSimulator(config, purchase.clientSecret, card);
    // The browser is leaving the page, so the button remains busy.
    if (outcome.kind === 'challenge' && isMounted()) return location.assign(outcome.address);
    attempt.end();
    if (outcome.kind === 'challenge') onResult('requires_action');
    else if (outcome.kind === 'done') onResult(outcome.status, outcome.reason);
    else if (outcome.kind === 'wrong') refuse(outcome.problems);
    else onProblem(t('paymentFailure'));
  };
}

/** Card form for the simulated payment provider. */
export function SimulatorCardForm(props: CardFormProps) {
  const { t } = useTranslation('wallet');
  const { isPaying } = props.attempt;
  const [card, setCard] = useState(EMPTY_CARD);
  const [problems, setProblems] = useState<CardProblems>({});
  const form = useRef<HTMLFormElement>(null);

  const refuse = (cardProblems: CardProblems) => {
    setProblems(cardProblems);
    const firstField = FIELDS.find((field) => cardProblems[field]);
    if (firstField) form.current?.querySelector<HTMLInputElement>(`[data-field=${firstField}]`)?.focus();
  };
  const pay = usePayment(props, refuse);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problems = validateCard(card, new Date());
    refuse(problems);
    if (Object.keys(problems).length === 0) void pay(card);
  };

  const change = (field: keyof CardInput, value: string) => {
    setCard((before) => ({ ...before, [field]: value }));
    setProblems(({ [field]: _, ...others }) => others);
  };

  const bind = (field: keyof CardInput, clean: (text: string) => string) =>
    ({
      'data-field': field,
      label: t(`card.${field}`),
      value: card[field],
      error: problems[field],
      inputMode: 'numeric',
      required: true,
      spellCheck: false,
      readOnly: isPaying,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(field, clean(target.value)),
    }) as const;

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        name="cardnumber"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        autoFocus={props.isForDonation}
        {...bind('number', formatCardNumber)}
      />
      <div className={styles.pair}>
        <TextField
          name="exp-date"
          autoComplete="cc-exp"
          placeholder={t('card.expiryForm')}
          {...bind('expiry', (text) => formatExpiry(text, card.expiry))}
        />
        <TextField
          name="cvc"
          autoComplete="cc-csc"
          placeholder={t('card.cvcForm')}
          {...bind('cvc', formatCvc)}
        />
      </div>
      <TestCards />
      <Button
        type="submit"
        variant={props.isForDonation ? 'give' : 'primary'}
        wide
        busy={isPaying}
        onMouseDown={keepFocus}
        icon={<Lock size={18} aria-hidden="true" />}
      >
        {props.payText}
      </Button>
    </form>
  );
}
