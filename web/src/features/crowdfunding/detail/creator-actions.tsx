import { useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  type Campaign,
  useCancelCrowdfundingMutation,
  useCloseCrowdfundingMutation,
} from '../../../api/crowdfunding.ts';
import { inCoins } from '../../../shared/campaign/coins.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { Button, ConfirmDialog, focusPage } from '../../../ui/index.ts';
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

  const confirm = async () => {
    const { error } = await end(campaign.id);
    setAsking(false);
    if (error) return;
    focusPage();
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
        busy={isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

const donated = ({ numDonations, currentAmount }: Campaign): string =>
  numDonations === 0
    ? 'Nobody has donated yet.'
    : `All donors are fully refunded: ${inCoins(currentAmount)} go back to their wallets.`;

/** Gives an active campaign's raised total to its creator. */
export function CloseAction({ campaign }: { readonly campaign: Campaign }) {
  return (
    <Ending
      campaign={campaign}
      button="Close crowdfunding"
      explanation="Ends the crowdfunding and brings what was raised into your wallet."
      question="Are you sure you want to close the crowdfunding?"
      warning={`It accepts no more donations, and ${inCoins(campaign.currentAmount)} come to your wallet. This action cannot be reversed.`}
      done="Crowdfunding successfully closed."
      useEnd={useCloseCrowdfundingMutation}
    />
  );
}

/** Gives a campaign up. */
export function CancelAction({ campaign }: { readonly campaign: Campaign }) {
  return (
    <Ending
      campaign={campaign}
      danger
      button="Cancel crowdfunding"
      explanation="Ends the crowdfunding and gives every donation back."
      question="Are you sure you want to cancel the crowdfunding?"
      warning={`${donated(campaign)} This action cannot be reversed.`}
      done="Crowdfunding successfully cancelled."
      useEnd={useCancelCrowdfundingMutation}
    />
  );
}
