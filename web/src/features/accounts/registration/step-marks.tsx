import { Check, CircleAlert } from 'lucide-react';
import { classNames, ProgressBar } from '../../../ui/index.ts';
import type { StepName } from './form.ts';
import styles from './step-marks.module.css';

/** What the steps are called. */
export const STEP_TITLES: Readonly<Record<StepName, string>> = {
  kind: 'Kind of account',
  account: 'Account',
  person: 'About you',
  organization: 'Organization',
  consent: 'Consent',
};

export interface StepMarksProps {
  /** All steps, the choice of the kind included. */
  readonly steps: readonly StepName[];
  /** The open one. */
  readonly current: number;
  /** The farthest one that has been open. */
  readonly reached: number;
  readonly hasProblem: (step: StepName) => boolean;
}

/** How far the wizard has come: a bar, and the names of the steps. The choice of the kind does not count. */
export function StepMarks({ steps, current, reached, hasProblem }: StepMarksProps) {
  const count = steps.length - 1;
  const title = STEP_TITLES[steps[current] ?? 'kind'];
  return (
    <div className={styles.place}>
      <ProgressBar
        label="Registration"
        value={current}
        max={count}
        valueText={current === 0 ? `${count} steps to go` : `Step ${current} of ${count}: ${title}`}
      />
      <ol className={styles.marks} style={{ gridTemplateColumns: `repeat(${count}, 1fr)` }}>
        {steps.slice(1).map((step, index) => {
          const position = index + 1;
          const wrong = hasProblem(step);
          const done = !wrong && position < Math.max(current, reached) && position !== current;
          return (
            <li
              key={step}
              className={classNames(
                styles.mark,
                position === current && styles.current,
                done && styles.done,
                wrong && styles.wrong,
              )}
              aria-current={position === current ? 'step' : undefined}
            >
              {wrong && <CircleAlert size={14} role="img" aria-label="To be corrected:" />}
              {done && <Check size={14} role="img" aria-label="Done:" />}
              {STEP_TITLES[step]}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
