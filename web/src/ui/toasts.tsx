import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { focusPage } from './page-heading.tsx';
import styles from './toasts.module.css';

/** A message shown to the user. */
export interface ToastMessage {
  readonly id: string;
  readonly type: 'ok' | 'bad' | 'info';
  /** In the current language. */
  readonly message: string;
}

const ICONS = { ok: CircleCheck, bad: CircleAlert, info: Info } as const;

const TOAST_DURATION_MS = 5000;

interface ToastProps {
  readonly toast: ToastMessage;
  readonly onClose: (id: string) => void;
  /** Moves the focus from the messages back to the element that had it before. */
  readonly onLeave: () => void;
}

function Toast({ toast, onClose, onLeave }: ToastProps) {
  const [isHeld, setIsHeld] = useState(false);
  const Icon = ICONS[toast.type];
  const { t } = useTranslation('ui');

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onClose(toast.id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast.id, onClose]);

  const close = (button: Element) => {
    if (button === document.activeElement) onLeave();
    onClose(toast.id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the timer.
    <div
      className={classNames(styles.toast, styles[toast.type])}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon size={20} aria-hidden="true" />
      <p>{toast.message}</p>
      <IconButton label={t('closeMessage')} onClick={({ currentTarget }) => close(currentTarget)}>
        <X size={18} />
      </IconButton>
    </div>
  );
}

interface ToastsProps {
  readonly toasts: readonly ToastMessage[];
  /** Must be stable across renders, because a new function restarts the display time of the messages. */
  readonly onClose: (id: string) => void;
  /** A message without a time limit. It is shown while this prop is set. */
  readonly notice?: string | undefined;
}

/** Shows messages and announces them to screen readers. Each disappears after 5 s unless hovered or focused. */
export function Toasts({ toasts, onClose, notice }: ToastsProps) {
  const { t } = useTranslation('ui');
  const before = useRef<Element | null>(null);

  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };

  const restoreFocus = () => {
    if (before.current instanceof HTMLElement && before.current.isConnected)
      before.current.focus({ preventScroll: true });
    else focusPage();
  };

  return (
    <div
      className={styles.toasts}
      role="status"
      aria-live="polite"
      aria-label={t('messages')}
      onFocus={rememberFocus}
    >
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onClose={onClose} onLeave={restoreFocus} />
      ))}
      {notice && (
        <div className={classNames(styles.toast, styles.info, styles.notice)}>
          <Info size={20} aria-hidden="true" />
          <p>{notice}</p>
        </div>
      )}
    </div>
  );
}
