import type { Campaign } from '../../../api/crowdfunding.ts';
import {
  useApproveCrowdfundingMutation,
  useDeclineCrowdfundingMutation,
} from '../../../api/crowdfunding-writes.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { DecisionButtons } from '../../../shared/decision-buttons.tsx';
import { useTold } from '../../../shared/use-told.ts';
import styles from './actions.module.css';

/** Staff actions for a campaign that awaits approval. */
export function ReviewAction({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  const { id, title, durationDays } = campaign;
  const [approve] = useApproveCrowdfundingMutation();
  const [decline] = useDeclineCrowdfundingMutation();
  const told = useTold();
  return (
    <div className={styles.action}>
      <p>{t('review.explanation', { count: durationDays })}</p>
      <div className={styles.buttons}>
        <DecisionButtons
          name={title}
          declineWarning={t('review.warning')}
          sharedReasons={['approve', 'decline']}
          decide={async (verdict, reason) => {
            const carryOut = verdict === 'approve' ? approve : decline;
            const { error } = await carryOut({ id, reason });
            told(error, t(`done.${verdict}`));
            return error;
          }}
        />
      </div>
    </div>
  );
}
