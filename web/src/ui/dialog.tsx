import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called on Escape, on a click outside and by whatever closes it. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** Buttons, at the lower right. */
  readonly actions?: ReactNode;
}

/** A modal dialog; the browser keeps the focus inside it and gives it back afterwards. */
export function Dialog({ open, title, onClose, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={closeOutside}
    >
      {open && (
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {children}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  );
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What follows from it. */
  readonly warning?: string;
  /** Text of the button that does it. */
  readonly confirm: string;
  /** Text of the button that leaves everything as it is, where "Cancel" could be taken for the act itself. */
  readonly dismiss?: string;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone; the focus starts on Cancel. */
export function ConfirmDialog({
  open,
  title,
  warning,
  confirm,
  dismiss,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const actions = (
    <>
      <Button variant="secondary" onClick={onClose} autoFocus>
        {dismiss ?? t('cancel')}
      </Button>
      <Button variant="danger" busy={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={onClose} actions={actions}>
      {warning && <p>{warning}</p>}
    </Dialog>
  );
}
