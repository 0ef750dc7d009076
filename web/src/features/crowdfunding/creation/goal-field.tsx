import { GOAL_MAXIMUM, GOAL_MINIMUM, GOAL_SLIDER_MAXIMUM } from '../../../../../api/contract/rules.ts';
import { grouped, inCoins } from '../../../shared/campaign/coins.ts';
import { ClampedField } from './clamped-field.tsx';
import styles from './new-campaign-page.module.css';

const SLIDER_STEP = 1_000;
const COINS_PER_EURO = 100;

const euros = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});

export interface GoalFieldProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** How much is asked for: typed, or for what most ask for by a slider. */
export function GoalField({ value, onChange }: GoalFieldProps) {
  return (
    <div className={styles.goal}>
      <ClampedField
        label="Goal amount, in kindracoins"
        hint={`${grouped(GOAL_MINIMUM)} to ${grouped(GOAL_MAXIMUM)}. Your goal is ${euros.format(value / COINS_PER_EURO)}.`}
        least={GOAL_MINIMUM}
        most={GOAL_MAXIMUM}
        value={value}
        onChange={onChange}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label="Goal amount"
        aria-valuetext={inCoins(value)}
        min={GOAL_MINIMUM}
        max={GOAL_SLIDER_MAXIMUM}
        step={SLIDER_STEP}
        value={Math.min(value, GOAL_SLIDER_MAXIMUM)}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
}
