import { type ContentKind, useRestoreMutation, useTakeDownMutation } from '../../api/take-down.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useTold } from '../use-told.ts';

export interface TakeDownDialogProps {
  readonly verb: 'takeDown' | 'restore';
  readonly kind: ContentKind;
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks staff for the reason, and takes content down or restores it. */
export function TakeDownDialog({ verb, kind, id, onClose }: TakeDownDialogProps) {
  const { t } = useTranslation('shared');
  const [takeDown] = useTakeDownMutation();
  const [restore] = useRestoreMutation();
  const showResult = useTold();

  const confirm = async (reason: string | undefined) => {
    const { data, error } = await (verb === 'restore' ? restore : takeDown)({ kind, id, reason });
    showResult(error, data?.message ?? '');
    return error;
  };

  return (
    <ReasonDialog
      open
      title={t(`takeDown.titles.${verb}.${kind}`)}
      warning={t(`takeDown.warnings.${verb}`)}
      confirm={t(`takeDown.${verb}`)}
      required
      isShared
      danger={verb === 'takeDown'}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
