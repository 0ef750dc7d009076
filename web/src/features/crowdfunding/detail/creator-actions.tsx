import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Campaign } from '../../../api/crowdfunding.ts';
import {
  useCancelCrowdfundingMutation,
  useCloseCrowdfundingMutation,
} from '../../../api/crowdfunding-writes.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { inCoins } from '../../../shared/campaign/coins.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { Button, ConfirmDialog, focusPageIfLost } from '../../../ui/index.ts';
import styles from './actions.module.css';

interface EndingProps {
  readonly campaign: Campaign;
  /** Text of the button, and of the one in the dialog. */
  readonly button: string;
  readonly explanation: string;
  readonly question: string;
  readonly warning: string;
  readonly done: string;
  readonly danger?: boolean;
  readonly useEnd: () => readonly [
    (id: string) => Promise<{ error?: unknown }>,
    { readonly isLoading: boolean },
  ];
}

/** A way to end a campaign, which asks first. */
function Ending(props: EndingProps) {
  const { campaign, button, explanation, question, warning, done, danger, useEnd } = props;
  const [asking, setAsking] = useState(false);
  const [end, { isLoading }] = useEnd();
  const dispatch = useDispatch();
  const { t } = useTranslation('crowdfunding');

  const confirm = async () => {
    const { error } = await end(campaign.id);
    setAsking(false);
    if (error) return;
    focusPageIfLost();
    dispatch(feedbackGiven('ok', done));
  };

  return (
    <div className={styles.action}>
      <p>{explanation}</p>
      <Button variant={danger ? 'danger' : 'primary'} onClick={() => setAsking(true)}>
        {button}
      </Button>
      <ConfirmDialog
        open={asking}
        title={question}
        warning={warning}
        confirm={button}
        dismiss={t('goBack')}
        busy={isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

/** Gives an active campaign's raised total to its creator. */
export function CloseAction({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  return (
    <Ending
      campaign={campaign}
      button={t('close.button')}
      explanation={t('close.explanation')}
      question={t('close.question')}
      warning={t('close.warning', { coins: inCoins(campaign.currentAmount) })}
      done="Crowdfunding successfully closed."
      useEnd={useCloseCrowdfundingMutation}
    />
  );
}

/** Gives a campaign up. */
export function CancelAction({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  const { numDonations, currentAmount } = campaign;
  return (
    <Ending
      campaign={campaign}
      danger
      button={t('cancel.button')}
      explanation={t('cancel.explanation')}
      question={t('cancel.question')}
      warning={
        numDonations === 0 ? t('cancel.warningNone') : t('cancel.warning', { coins: inCoins(currentAmount) })
      }
      done="Crowdfunding successfully cancelled."
      useEnd={useCancelCrowdfundingMutation}
    />
  );
}
