import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { tell, useTranslation } from '../i18n/index.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { focusPage } from './page-heading.tsx';
import styles from './toasts.module.css';

/** One message to the reader. */
export interface ToastMessage {
  readonly id: string;
  readonly type: 'ok' | 'bad' | 'info';
  /** In English, or in the language on the screen. */
  readonly message: string;
}

const ICONS = { ok: CircleCheck, bad: CircleAlert, info: Info } as const;

/** How long a message stays. */
export const TOAST_MS = 5000;

interface ToastProps {
  readonly toast: ToastMessage;
  readonly onClose: (id: string) => void;
  /** Gives the focus back to where it was before it came to the messages. */
  readonly onLeave: () => void;
}

function Toast({ toast, onClose, onLeave }: ToastProps) {
  const [held, setHeld] = useState(false);
  const Icon = ICONS[toast.type];
  const { t } = useTranslation('ui');

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onClose(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id, onClose]);

  const close = (button: Element) => {
    if (button === document.activeElement) onLeave();
    onClose(toast.id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding the message while it is read is a courtesy, not a control.
    <div
      className={classNames(styles.toast, styles[toast.type])}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden="true" />
      <p>{tell(toast.message)}</p>
      <IconButton label={t('closeMessage')} onClick={({ currentTarget }) => close(currentTarget)}>
        <X size={18} />
      </IconButton>
    </div>
  );
}

export interface ToastsProps {
  readonly toasts: readonly ToastMessage[];
  /** Keep it the same from render to render, otherwise the messages stay longer. */
  readonly onClose: (id: string) => void;
}

/** The messages on the screen, announced to screen readers; each goes after 5 seconds unless held by pointer or focus. */
export function Toasts({ toasts, onClose }: ToastsProps) {
  const { t } = useTranslation('ui');
  const before = useRef<Element | null>(null);

  const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };

  const giveBack = () => {
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
      onFocus={remember}
    >
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onClose={onClose} onLeave={giveBack} />
      ))}
    </div>
  );
}
