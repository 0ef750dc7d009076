import { type FormEvent, useRef, useState } from 'react';
import type { Problem } from '../../../../../contract/problems.ts';
import {
  checkPurchase,
  DEFAULT_PURCHASE,
  MAX_PURCHASE,
  MIN_PURCHASE,
  PURCHASE_PRESETS,
} from '../../../../../contract/rules/wallet.ts';
import { formatEuros, formatNumber, type Message, useTranslation } from '../../../i18n/index.ts';
import { parseAmount, stripNonNumeric } from '../../../shared/whole-number.ts';
import { Button, Card, classNames, keepFocus, TextField } from '../../../ui/index.ts';
import { formatCoins } from '../amounts.ts';
import styles from './payment.module.css';

const CUSTOM = 'custom';
type Choice = number | typeof CUSTOM;

interface AmountTileProps {
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children: string;
  readonly price?: string;
}

function AmountTile({ chosen, onChoose, children, price }: AmountTileProps) {
  return (
    <label className={classNames(styles.tile, chosen && styles.chosen)}>
      <input type="radio" name="amount" className="visually-hidden" checked={chosen} onChange={onChoose} />
      <strong>{children}</strong>
      {price && <span>{price}</span>}
    </label>
  );
}

interface AmountStepProps {
  readonly busy: boolean;
  readonly onChoose: (amount: number) => void;
}

/** First step of a purchase: the amount. */
export function AmountStep({ busy, onChoose }: AmountStepProps) {
  const { t } = useTranslation('wallet');
  const [choice, setChoice] = useState<Choice>(DEFAULT_PURCHASE);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const amount = choice === CUSTOM ? parseAmount(typed) : choice;
  const price = checkPurchase(amount) ? null : formatEuros(amount);

  /** Validates an amount while it is typed: a short error for too little, the full one for too much. */
  const validateWhileTyping = (): Message | null => {
    const now = parseAmount(typed);
    // Digit groups that are still incomplete are not a number.
    if (typed === '' || Number.isNaN(now)) return null;
    return now < MIN_PURCHASE
      ? t('payment.least', { least: formatNumber(MIN_PURCHASE) })
      : checkPurchase(now);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const purchaseProblem = checkPurchase(amount);
    setProblem(purchaseProblem);
    if (purchaseProblem) input.current?.focus();
    else if (!busy) onChoose(amount);
  };

  return (
    <Card as="section">
      <form className={styles.form} onSubmit={submit} noValidate>
        <fieldset className={styles.tiles}>
          <legend>{t('payment.howMany')}</legend>
          {PURCHASE_PRESETS.map((preset) => (
            <AmountTile
              key={preset}
              chosen={choice === preset}
              onChoose={() => setChoice(preset)}
              price={formatEuros(preset)}
            >
              {formatCoins(preset)}
            </AmountTile>
          ))}
          <AmountTile chosen={choice === CUSTOM} onChoose={() => setChoice(CUSTOM)}>
            {t('payment.another')}
          </AmountTile>
        </fieldset>
        {choice === CUSTOM && (
          <TextField
            ref={input}
            label={t('payment.amount')}
            hint={t('payment.amountHint', {
              least: formatNumber(MIN_PURCHASE),
              most: formatNumber(MAX_PURCHASE),
            })}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={problem ?? validateWhileTyping()}
            onChange={({ target }) => {
              setTyped(stripNonNumeric(target.value));
              setProblem(null);
            }}
          />
        )}
        <p className={styles.total}>
          <span>{t('payment.rate')}</span>
          <strong aria-live="polite">{price && t('payment.total', { euros: price })}</strong>
        </p>
        <Button type="submit" wide busy={busy} onMouseDown={keepFocus}>
          {t('payment.continue')}
        </Button>
      </form>
    </Card>
  );
}
