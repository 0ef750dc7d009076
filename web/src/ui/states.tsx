import { CloudOff, PawPrint } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '../../../contract/problems.ts';
import { type Message, translateMessage, useTranslation } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './states.module.css';
import { useFocusFallback } from './use-focus-fallback.ts';
import { useRetryWhenOnline } from './use-online.ts';

/** Placeholder for loading content. Sizes are CSS lengths. */
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

interface EmptyStateProps {
  readonly children: ReactNode;
  /** Icon above the text: a paw by default; null for none. */
  readonly icon?: ReactNode;
  /** Suggested action, such as a link. */
  readonly action?: ReactNode;
  readonly compact?: boolean;
}

/** Message for an empty list or the end of a list. */
export function EmptyState({ children, icon = <PawPrint size={36} />, action, compact }: EmptyStateProps) {
  return (
    <div className={classNames(styles.state, compact && styles.compact)}>
      <span aria-hidden="true">{icon}</span>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Statuses of requests that would fail again. */
const PERMANENT_FAILURES: readonly unknown[] = [400, 404];

interface ErrorStateProps {
  /** Message, unless `error` is permanent and has its own. */
  readonly children: Message;
  /** Error of the request. If it is permanent, its message is shown, without a retry button. */
  readonly error?: unknown;
  /** Retry handler. If it is omitted, there is no retry button. */
  readonly onRetry?: () => void;
  readonly compact?: boolean;
}

/** Error message for content that could not be loaded. */
export function ErrorState({ children, error, onRetry, compact }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const focusRef = useFocusFallback<HTMLDivElement>();
  const failure = error as (Problem & { readonly status: unknown }) | undefined;
  const isPermanent = PERMANENT_FAILURES.includes(failure?.status);
  const retry = isPermanent ? undefined : onRetry;
  useRetryWhenOnline(retry);
  return (
    <div ref={focusRef} className={classNames(styles.state, styles.error, compact && styles.compact)}>
      <CloudOff size={36} aria-hidden="true" />
      <p>{translateMessage(isPermanent && failure ? failure : children)}</p>
      {retry && (
        <Button variant="secondary" onClick={retry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  );
}

interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** Value read by screen readers, as in 'Step 2 of 4'. */
  readonly valueText?: string;
}

/** A progress bar. Screen readers read its value as text. */
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
