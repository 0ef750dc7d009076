import { type FormEvent, useRef, useState } from 'react';
import type { Problem } from '../../../../../contract/problems.ts';
import {
  checkPurchase,
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
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: string;
  readonly price?: string;
}

function AmountTile({ isChosen, onChoose, children, price }: AmountTileProps) {
  return (
    <label className={classNames(styles.tile, isChosen && styles.chosen)}>
      <input type="radio" name="amount" className="visually-hidden" checked={isChosen} onChange={onChoose} />
      <strong>{children}</strong>
      {price && <span>{price}</span>}
    </label>
  );
}

interface AmountStepProps {
  readonly initialAmount: number;
  readonly busy: boolean;
  readonly onChoose: (amount: number) => void;
}

/** First step of a purchase: selects the amount. */
export function AmountStep({ initialAmount, busy, onChoose }: AmountStepProps) {
  const { t } = useTranslation('wallet');
  const isPreset = PURCHASE_PRESETS.some((preset) => preset === initialAmount);
  const [choice, setChoice] = useState<Choice>(isPreset ? initialAmount : CUSTOM);
  const [input, setInput] = useState(isPreset ? '' : String(initialAmount));
  const [problem, setProblem] = useState<Problem | null>(null);
  const fieldRef = useRef<HTMLInputElement>(null);
  const amount = choice === CUSTOM ? parseAmount(input) : choice;
  const price = checkPurchase(amount) ? null : formatEuros(amount);

  /** Returns a short error for an amount below the minimum, and the full error for an amount above the maximum. */
  const validateWhileTyping = (): Message | null => {
    // Incomplete digit groups parse as NaN.
    if (input === '' || Number.isNaN(amount)) return null;
    return amount < MIN_PURCHASE
      ? t('payment.least', { least: formatNumber(MIN_PURCHASE) })
      : checkPurchase(amount);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const purchaseProblem = checkPurchase(amount);
    setProblem(purchaseProblem);
    if (purchaseProblem) fieldRef.current?.focus();
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
              isChosen={choice === preset}
              onChoose={() => setChoice(preset)}
              price={formatEuros(preset)}
            >
              {formatCoins(preset)}
            </AmountTile>
          ))}
          <AmountTile isChosen={choice === CUSTOM} onChoose={() => setChoice(CUSTOM)}>
            {t('payment.another')}
          </AmountTile>
        </fieldset>
        {choice === CUSTOM && (
          <TextField
            ref={fieldRef}
            label={t('payment.amount')}
            hint={t('payment.amountHint', {
              least: formatNumber(MIN_PURCHASE),
              most: formatNumber(MAX_PURCHASE),
            })}
            inputMode="numeric"
            autoComplete="off"
            value={input}
            error={problem ?? validateWhileTyping()}
            onChange={({ target }) => {
              setInput(stripNonNumeric(target.value));
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
