import { type FormEvent, useRef, useState } from 'react';
import type { Problem } from '../../../../../contract/problems.ts';
import {
  PURCHASE_DEFAULT,
  PURCHASE_MAXIMUM,
  PURCHASE_MINIMUM,
  PURCHASE_PRESETS,
  purchaseProblem,
} from '../../../../../contract/rules/wallet.ts';
import { formatEuros, formatNumber, type Message, useTranslation } from '../../../i18n/index.ts';
import { amountOf, numeric } from '../../../shared/whole-number.ts';
import { Button, Card, classNames, keepFocus, TextField } from '../../../ui/index.ts';
import { coinsText } from '../amounts.ts';
import styles from './payment.module.css';

const CUSTOM = 'custom';
type Choice = number | typeof CUSTOM;

interface TileProps {
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children: string;
  readonly price?: string;
}

function Tile({ chosen, onChoose, children, price }: TileProps) {
  return (
    <label className={classNames(styles.tile, chosen && styles.chosen)}>
      <input type="radio" name="amount" className="visually-hidden" checked={chosen} onChange={onChoose} />
      <strong>{children}</strong>
      {price && <span>{price}</span>}
    </label>
  );
}

export interface AmountStepProps {
  readonly busy: boolean;
  readonly onChoose: (amount: number) => void;
}

/** First step of a purchase: the amount. */
export function AmountStep({ busy, onChoose }: AmountStepProps) {
  const { t } = useTranslation('wallet');
  const [choice, setChoice] = useState<Choice>(PURCHASE_DEFAULT);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const amount = choice === CUSTOM ? amountOf(typed) : choice;
  const price = purchaseProblem(amount) ? null : formatEuros(amount);

  /** Error while an amount is being typed: short for too little, in full for too much. */
  const typingProblem = (): Message | null => {
    const now = amountOf(typed);
    // Digit groups that are still incomplete are not a number.
    if (typed === '' || Number.isNaN(now)) return null;
    return now < PURCHASE_MINIMUM
      ? t('payment.least', { least: formatNumber(PURCHASE_MINIMUM) })
      : purchaseProblem(now);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = purchaseProblem(amount);
    setProblem(found);
    if (found) input.current?.focus();
    else if (!busy) onChoose(amount);
  };

  return (
    <Card as="section">
      <form className={styles.form} onSubmit={submit} noValidate>
        <fieldset className={styles.tiles}>
          <legend>{t('payment.howMany')}</legend>
          {PURCHASE_PRESETS.map((preset) => (
            <Tile
              key={preset}
              chosen={choice === preset}
              onChoose={() => setChoice(preset)}
              price={formatEuros(preset)}
            >
              {coinsText(preset)}
            </Tile>
          ))}
          <Tile chosen={choice === CUSTOM} onChoose={() => setChoice(CUSTOM)}>
            {t('payment.another')}
          </Tile>
        </fieldset>
        {choice === CUSTOM && (
          <TextField
            ref={input}
            label={t('payment.amount')}
            hint={t('payment.amountHint', {
              least: formatNumber(PURCHASE_MINIMUM),
              most: formatNumber(PURCHASE_MAXIMUM),
            })}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={problem ?? typingProblem()}
            onChange={({ target }) => {
              setTyped(numeric(target.value));
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
