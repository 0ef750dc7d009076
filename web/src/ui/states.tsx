import { CloudOff, PawPrint } from 'lucide-react';
import type { ReactNode } from 'react';
import { tell, useTranslation } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './states.module.css';
import { useFocusHeir } from './use-focus-heir.ts';

/** A grey bar in the place of something that is on its way; lengths are CSS lengths. */
export function Skeleton({
  width = '100%',
  height = '1em',
  round = false,
}: {
  readonly width?: string;
  readonly height?: string;
  readonly round?: boolean;
}) {
  return (
    <span
      className={styles.skeleton}
      style={{ width, height, borderRadius: round ? 'var(--radius-round)' : undefined }}
      aria-hidden="true"
    />
  );
}

export interface EmptyStateProps {
  /** The sentence. */
  readonly children: ReactNode;
  /** A paw unless given; null for none. */
  readonly icon?: ReactNode;
  /** What the reader may do about it. */
  readonly action?: ReactNode;
  /** Less room round it. */
  readonly compact?: boolean;
}

/** Says that there is nothing here, or nothing more. */
export function EmptyState({ children, icon = <PawPrint size={36} />, action, compact }: EmptyStateProps) {
  return (
    <div className={classNames(styles.state, compact && styles.compact)}>
      <span aria-hidden="true">{icon}</span>
      <p>{children}</p>
      {action}
    </div>
  );
}

export interface ErrorStateProps {
  /** The sentence. */
  readonly children: ReactNode;
  /** Tries again; without it there is no button. */
  readonly onRetry?: () => void;
  readonly compact?: boolean;
}

/** Says that something did not load. */
export function ErrorState({ children, onRetry, compact }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const place = useFocusHeir<HTMLDivElement>();
  return (
    <div ref={place} className={classNames(styles.state, styles.error, compact && styles.compact)}>
      <CloudOff size={36} aria-hidden="true" />
      <p>{typeof children === 'string' ? tell(children) : children}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  );
}

export interface ProgressBarProps {
  /** What advances, for screen readers. */
  readonly label: string;
  /** Steps done. */
  readonly value: number;
  readonly max: number;
  /** How screen readers say the value, as in 'Step 2 of 4'. */
  readonly valueText?: string;
}

/** How far something has come. */
export function ProgressBar({ label, value, max, valueText }: ProgressBarProps) {
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
    >
      <span style={{ width: `${(100 * value) / max}%` }} />
    </div>
  );
}
