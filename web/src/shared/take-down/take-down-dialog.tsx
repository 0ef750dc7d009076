import { useTranslation } from '../../i18n/index.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { type ContentDecision, useDecideContentMutation } from './take-down-api.ts';

interface TakeDownDialogProps extends Omit<ContentDecision, 'reason'> {
  readonly onClose: () => void;
}

/** Staff dialog that takes content down or restores it. Asks for a reason. */
export function TakeDownDialog({ verb, kind, id, onClose }: TakeDownDialogProps) {
  const { t } = useTranslation('take-down', 'shared');
  const [decide] = useDecideContentMutation();
  return (
    <ReasonDialog
      open
      title={t(`titles.${verb}.${kind}`)}
      warning={t(`warnings.${verb}`)}
      confirm={t(`shared:takeDown.${verb}`)}
      required
      isShared
      danger={verb === 'takeDown'}
      onConfirm={(reason = '') => decide({ verb, kind, id, reason })}
      doneText={t(`done.${verb}.${kind}`)}
      onClose={onClose}
    />
  );
}
