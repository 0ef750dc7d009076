import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import {
  useCancelCrowdfundingMutation,
  useCloseCrowdfundingMutation,
} from '../../../api/crowdfunding-writes.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { formatKindracoins } from '../../../shared/crowdfunding/coins.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, ConfirmDialog, focusPageIfLost } from '../../../ui/index.ts';
import styles from './actions.module.css';

interface EndActionProps {
  readonly id: string;
  readonly action: 'close' | 'cancel';
  readonly warning: string;
  readonly useEnd: () => readonly [
    (args: { readonly id: string }) => Promise<{ error?: unknown }>,
    { readonly isLoading: boolean },
  ];
}

function EndAction({ id, action, warning, useEnd }: EndActionProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [end, { isLoading }] = useEnd();
  const dispatch = useDispatch();
  const { t } = useTranslation('crowdfunding');

  const confirm = async () => {
    const { error } = await end({ id });
    setConfirming(false);
    if (error) return;
    focusPageIfLost();
    dispatch(feedbackAdded('ok', t(`done.${action}`)));
  };

  return (
    <div className={styles.action}>
      <p>{t(`${action}.explanation`)}</p>
      <Button variant={action === 'cancel' ? 'danger' : 'primary'} onClick={() => setConfirming(true)}>
        {t(`${action}.button`)}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t(`${action}.question`)}
        warning={warning}
        confirm={t(`${action}.button`)}
        dismiss={t('goBack')}
        busy={isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setConfirming(false)}
      />
    </div>
  );
}

/** Closes an active campaign and thereby releases its coins to the creator. */
export function CloseAction({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('crowdfunding');
  return (
    <EndAction
      id={crowdfunding.id}
      action="close"
      warning={t('close.warning', { coins: formatKindracoins(crowdfunding.currentAmount) })}
      useEnd={useCloseCrowdfundingMutation}
    />
  );
}

/** Cancels a campaign. */
export function CancelAction({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('crowdfunding');
  const { id, numDonations, currentAmount } = crowdfunding;
  return (
    <EndAction
      id={id}
      action="cancel"
      warning={
        numDonations === 0
          ? t('cancel.warningNone')
          : t('cancel.warning', { coins: formatKindracoins(currentAmount) })
      }
      useEnd={useCancelCrowdfundingMutation}
    />
  );
}
