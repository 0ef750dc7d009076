import {
  GOAL_MAXIMUM,
  GOAL_MINIMUM,
  GOAL_SLIDER_MAXIMUM,
} from '../../../../../contract/rules/crowdfunding.ts';
import { formatEuros, useTranslation } from '../../../i18n/index.ts';
import { grouped, inCoins } from '../../../shared/campaign/coins.ts';
import { ClampedField } from '../../../shared/clamped-field.tsx';
import styles from './goal-field.module.css';

const SLIDER_STEP = 1_000;

export interface GoalFieldProps {
  readonly value: number;
  readonly readOnly: boolean;
  readonly onChange: (value: number) => void;
}

/** Goal of the campaign: a number field, and a slider for common amounts. */
export function GoalField({ value, readOnly, onChange }: GoalFieldProps) {
  const { t } = useTranslation('crowdfunding');
  return (
    <div className={styles.goal}>
      <ClampedField
        label={t('form.goal')}
        hint={t('form.goalHint', {
          least: grouped(GOAL_MINIMUM),
          most: grouped(GOAL_MAXIMUM),
          euros: formatEuros(value),
        })}
        maxLength={12}
        least={GOAL_MINIMUM}
        most={GOAL_MAXIMUM}
        value={value}
        readOnly={readOnly}
        onChange={onChange}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label={t('form.goalSlider')}
        aria-valuetext={inCoins(value)}
        min={GOAL_MINIMUM}
        max={GOAL_SLIDER_MAXIMUM}
        step={SLIDER_STEP}
        value={Math.min(value, GOAL_SLIDER_MAXIMUM)}
        aria-disabled={readOnly}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
}
