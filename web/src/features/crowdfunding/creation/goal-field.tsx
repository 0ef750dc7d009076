import { MAX_GOAL, MAX_SLIDER_GOAL, MIN_GOAL } from '../../../../../contract/rules/crowdfunding.ts';
import { formatEuros, formatNumber, useTranslation } from '../../../i18n/index.ts';
import { ClampedField } from '../../../shared/clamped-field.tsx';
import { formatKindracoins } from '../../../shared/crowdfunding/coins.ts';
import styles from './goal-field.module.css';

const SLIDER_STEP = 1_000;

interface GoalFieldProps {
  readonly value: number;
  readonly readOnly: boolean;
  readonly onChange: (value: number) => void;
}

/** Campaign goal: a number field, and a slider for common amounts. */
export function GoalField({ value, readOnly, onChange }: GoalFieldProps) {
  const { t } = useTranslation('crowdfunding');
  return (
    <div className={styles.goal}>
      <ClampedField
        label={t('form.goal')}
        hint={t('form.goalHint', {
          least: formatNumber(MIN_GOAL),
          most: formatNumber(MAX_GOAL),
          euros: formatEuros(value),
        })}
        maxLength={12}
        min={MIN_GOAL}
        max={MAX_GOAL}
        value={value}
        readOnly={readOnly}
        onChange={onChange}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label={t('form.goalSlider')}
        aria-valuetext={formatKindracoins(value)}
        min={MIN_GOAL}
        max={MAX_SLIDER_GOAL}
        step={SLIDER_STEP}
        value={Math.min(value, MAX_SLIDER_GOAL)}
        aria-disabled={readOnly}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
}
