import { useTranslation } from '../../i18n/index.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useTold } from '../use-told.ts';
import { type ContentDecision, useDecideContentMutation } from './take-down-api.ts';

export interface TakeDownDialogProps extends Omit<ContentDecision, 'reason'> {
  readonly onClose: () => void;
}

/** Dialog for staff that takes content down or restores it, with a reason. */
export function TakeDownDialog({ verb, kind, id, onClose }: TakeDownDialogProps) {
  const { t } = useTranslation('shared');
  const [decide] = useDecideContentMutation();
  const showResult = useTold();

  const confirm = async (reason = '') => {
    const { error } = await decide({ verb, kind, id, reason });
    showResult(error, t(`done.${verb === 'restore' ? 'restored' : 'takenDown'}.${kind}`));
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
