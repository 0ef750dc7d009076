import { Check } from 'lucide-react';
import { useTranslation } from '../../../i18n/index.ts';
import { classNames, ProgressBar } from '../../../ui/index.ts';
import type { StepName } from './form.ts';
import styles from './step-marks.module.css';

interface StepperProps {
  /** All steps, including the one that selects the account kind. */
  readonly steps: readonly StepName[];
  readonly current: number;
  readonly furthestStep: number;
  readonly hasProblem: (step: StepName) => boolean;
}

interface StepperItemProps {
  readonly step: StepName;
  readonly position: number;
  readonly status: 'current' | 'done' | 'wrong' | 'ahead';
  readonly isCurrent: boolean;
}

function StepperItem({ step, position, status, isCurrent }: StepperItemProps) {
  const { t } = useTranslation('accounts');
  return (
    <li
      className={classNames(styles.mark, styles[status], isCurrent && styles.open)}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span className={styles.dot} aria-hidden="true">
        {status === 'wrong' ? '!' : status === 'done' ? <Check size={14} strokeWidth={3} /> : position}
      </span>
      {(status === 'done' || status === 'wrong') && (
        <span className="visually-hidden">{t(`register.${status}`)}</span>
      )}
      <span className={styles.name}>{t(`register.steps.${step}`)}</span>
    </li>
  );
}

/** Progress of the wizard: a bar and the names of the steps. The step that selects the account kind does not count. */
export function Stepper({ steps, current, furthestStep, hasProblem }: StepperProps) {
  const { t } = useTranslation('accounts');
  const count = steps.length - 1;
  const title = t(`register.steps.${steps[current] ?? 'kind'}`);

  const getStatus = (step: StepName, position: number): StepperItemProps['status'] => {
    if (hasProblem(step)) return 'wrong';
    if (position === current) return 'current';
    return position < furthestStep ? 'done' : 'ahead';
  };

  return (
    <div className={styles.place}>
      <ProgressBar
        label={t('register.form')}
        value={current}
        max={count}
        valueText={
          current === 0
            ? t('register.toGo', { count })
            : t('register.stepNamed', { step: current, count, title })
        }
      />
      <ol className={styles.marks}>
        {steps.slice(1).map((step, index) => (
          <StepperItem
            key={step}
            step={step}
            position={index + 1}
            status={getStatus(step, index + 1)}
            isCurrent={index + 1 === current}
          />
        ))}
      </ol>
    </div>
  );
}
