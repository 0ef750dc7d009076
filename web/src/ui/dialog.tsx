import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
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

/** Whether the pointer is on the ground behind a dialog, which belongs to the dialog as its padding does. */
function isOutside(dialog: HTMLDialogElement | null, { target, clientX, clientY }: MouseEvent): boolean {
  if (!dialog || target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** A modal dialog; the browser keeps the focus inside it and gives it back afterwards, unless `focusPage` was called. */
export function Dialog({ open, title, onClose, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // Not later than that: a dialog that has left the document gives the focus back to nobody.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    return () => element.close();
  }, [open]);

  // A text that is selected beyond the edge ends in a click outside, too.
  const pressedOutside = useRef(false);
  const closeOutside = (event: MouseEvent) => {
    if (pressedOutside.current && isOutside(dialog.current, event)) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={() => dialog.current?.open || onClose()}
      onMouseDown={(event) => {
        pressedOutside.current = isOutside(dialog.current, event);
      }}
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
