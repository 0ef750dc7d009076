import { useState } from 'react';
import {
  type Campaign,
  type Review,
  useApproveCrowdfundingMutation,
  useDeclineCrowdfundingMutation,
} from '../../../api/crowdfunding.ts';
import { failureOf } from '../../../api/failure.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useTold } from '../../../shared/use-told.ts';
import { Button, ConfirmDialog, focusPage, TextField } from '../../../ui/index.ts';
import styles from './actions.module.css';

const REASON_LIMIT = 500;

function useReview(review: Review) {
  const told = useTold();
  const [approve, { isLoading: approving }] = useApproveCrowdfundingMutation();
  const [decline, { isLoading: declining }] = useDeclineCrowdfundingMutation();

  const tell = (error: unknown, done: string) => {
    if (told(error, done, failureOf(error)?.message)) focusPage();
  };

  return {
    approving,
    declining,
    approve: async () => tell((await approve(review)).error, 'Crowdfunding successfully approved.'),
    decline: async () => tell((await decline(review)).error, 'Crowdfunding successfully rejected.'),
  };
}

/** What staff do with a campaign that waits for them. */
export function ReviewAction({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  const { id, durationDays } = campaign;
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const { approving, declining, approve, decline } = useReview({ id, reason: reason.trim() || undefined });
  return (
    <div className={styles.action}>
      <p>{t('review.explanation', { count: durationDays })}</p>
      <TextField
        label={t('review.reason')}
        hint={t('review.kept')}
        maxLength={REASON_LIMIT}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className={styles.buttons}>
        <Button variant="secondary" disabled={approving} onClick={() => setAsking(true)}>
          {t('review.decline')}
        </Button>
        <Button busy={approving} onClick={() => void approve()}>
          {t('review.approve')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={t('review.question')}
        warning={t('review.warning')}
        confirm={t('review.decline')}
        busy={declining}
        onConfirm={() => void decline().finally(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
