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
  readonly crowdfunding: Crowdfunding;
  /** Label of the button and the dialog. */
  readonly button: string;
  readonly explanation: string;
  readonly question: string;
  readonly warning: string;
  readonly doneText: string;
  readonly danger?: boolean;
  readonly useEnd: () => readonly [
    (args: { readonly id: string }) => Promise<{ error?: unknown }>,
    { readonly isLoading: boolean },
  ];
}

/** An action that ends a campaign after confirmation. */
function EndAction(props: EndActionProps) {
  const { crowdfunding, button, explanation, question, warning, doneText, danger, useEnd } = props;
  const [isConfirming, setConfirming] = useState(false);
  const [end, { isLoading }] = useEnd();
  const dispatch = useDispatch();
  const { t } = useTranslation('crowdfunding');

  const confirm = async () => {
    const { error } = await end({ id: crowdfunding.id });
    setConfirming(false);
    if (error) return;
    focusPageIfLost();
    dispatch(feedbackAdded('ok', doneText));
  };

  return (
    <div className={styles.action}>
      <p>{explanation}</p>
      <Button variant={danger ? 'danger' : 'primary'} onClick={() => setConfirming(true)}>
        {button}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={question}
        warning={warning}
        confirm={button}
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
      crowdfunding={crowdfunding}
      button={t('close.button')}
      explanation={t('close.explanation')}
      question={t('close.question')}
      warning={t('close.warning', { coins: formatKindracoins(crowdfunding.currentAmount) })}
      doneText={t('done.close')}
      useEnd={useCloseCrowdfundingMutation}
    />
  );
}

/** Cancels a campaign. */
export function CancelAction({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('crowdfunding');
  const { numDonations, currentAmount } = crowdfunding;
  return (
    <EndAction
      crowdfunding={crowdfunding}
      danger
      button={t('cancel.button')}
      explanation={t('cancel.explanation')}
      question={t('cancel.question')}
      warning={
        numDonations === 0
          ? t('cancel.warningNone')
          : t('cancel.warning', { coins: formatKindracoins(currentAmount) })
      }
      doneText={t('done.cancel')}
      useEnd={useCancelCrowdfundingMutation}
    />
  );
}
