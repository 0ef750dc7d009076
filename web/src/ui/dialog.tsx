import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called on Escape, on a click outside the dialog and by actions that close the dialog. */
  readonly onClose: () => void;
  /** Whether the content keeps its state while the dialog is closed. */
  readonly keepsContent?: boolean;
  /** Whether the dialog stays open on Escape and on clicks outside. */
  readonly locked?: boolean | undefined;
  readonly children?: ReactNode;
  /** Buttons at the lower right. */
  readonly actions?: ReactNode;
}

/** Returns whether the pointer is on the backdrop, which has the same event target as the padding. */
function isOutside(dialog: HTMLDialogElement | null, { target, clientX, clientY }: MouseEvent): boolean {
  if (!dialog || target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** A modal dialog. The browser keeps the focus inside and afterwards restores it, unless `focusPage` was called. */
export function Dialog({ open, title, onClose, keepsContent, locked, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // A layout effect, because a dialog that has been removed from the document does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    return () => element.close();
  }, [open]);

  // Chromium closes a dialog on the second Escape, even if `cancel` was prevented.
  const reportClosing = () => {
    if (dialog.current?.open) return;
    if (open && locked) dialog.current?.showModal();
    else onClose();
  };

  // A text selection dragged beyond the edge also ends in a click outside.
  const pressedOutside = useRef(false);
  const closeOutside = (event: MouseEvent) => {
    // The second click of a double click follows a click that opened the dialog or was ignored.
    if (event.detail < 2 && !locked && pressedOutside.current && isOutside(dialog.current, event)) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => locked && event.preventDefault()}
      onClose={reportClosing}
      onMouseDown={(event) => {
        pressedOutside.current = isOutside(dialog.current, event);
      }}
      onClick={closeOutside}
    >
      {(open || keepsContent) && (
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

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly warning?: string;
  /** Label of the confirm button. */
  readonly confirm: string;
  /** Label of the dismiss button, if "Cancel" could be mistaken for the action. */
  readonly dismiss?: string;
  /** Whether a request is in flight. The dialog stays open in the meantime. */
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Dialog that confirms an irreversible action. The dismiss button has the initial focus. */
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
      <Button variant="secondary" aria-disabled={busy} onClick={busy ? undefined : onClose} autoFocus>
        {dismiss ?? t('cancel')}
      </Button>
      <Button variant="danger" busy={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} locked={busy} onClose={onClose} actions={actions}>
      {warning && <p>{warning}</p>}
    </Dialog>
  );
}
