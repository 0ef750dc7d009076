import { type FormEvent, useRef, useState } from 'react';
import {
  PURCHASE_DEFAULT,
  PURCHASE_MAXIMUM,
  PURCHASE_MINIMUM,
  PURCHASE_PRESETS,
  purchaseProblem,
} from '../../../../../api/contract/rules.ts';
import { formatEuros, formatNumber, useTranslation } from '../../../i18n/index.ts';
import { Button, Card, classNames, keepFocus, TextField } from '../../../ui/index.ts';
import { coinsText } from '../amounts.ts';
import styles from './payment.module.css';

const CUSTOM = 'custom';
type Choice = number | typeof CUSTOM;

/** Longer numbers are too much in any case. */
const MOST_DIGITS = 9;

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, MOST_DIGITS);

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

/** The first step of a purchase: how many coins. */
export function AmountStep({ busy, onChoose }: AmountStepProps) {
  const { t } = useTranslation('wallet');
  const [choice, setChoice] = useState<Choice>(PURCHASE_DEFAULT);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const amount = choice === CUSTOM ? Number(typed) : choice;
  const price = purchaseProblem(amount) ? null : formatEuros(amount);

  /** What is said while an amount is being typed: too little is marked in short, too much in full. */
  const typingProblem = (): string | null => {
    if (typed === '') return null;
    return Number(typed) < PURCHASE_MINIMUM
      ? t('payment.least', { least: formatNumber(PURCHASE_MINIMUM) })
      : purchaseProblem(Number(typed));
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
              setTyped(digitsOf(target.value));
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
