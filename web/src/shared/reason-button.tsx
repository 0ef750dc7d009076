import { useState } from 'react';
import { Button, type ButtonProps } from '../ui/index.ts';
import { ReasonDialog, type ReasonDialogProps } from './reason-dialog.tsx';

interface ReasonButtonProps extends Omit<ReasonDialogProps, 'open' | 'onClose'> {
  /** Props of the button. The confirm button has the same label. */
  readonly button: ButtonProps;
  readonly onClose?: () => void;
}

/** A button for a staff decision. Opens a dialog for the reason. */
export function ReasonButton({ button, onClose, ...dialog }: ReasonButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <Button size="small" {...button} onClick={() => setOpen(true)}>
        {dialog.confirm}
      </Button>
      <ReasonDialog {...dialog} open={open} onClose={close} />
    </>
  );
}
