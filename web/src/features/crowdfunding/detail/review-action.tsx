import type { Campaign } from '../../../api/crowdfunding.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { CampaignDecision } from '../../../shared/campaign/campaign-decision.tsx';
import styles from './actions.module.css';

/** Staff actions for a campaign that awaits approval. */
export function ReviewAction({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  return (
    <div className={styles.action}>
      <p>{t('review.explanation', { count: campaign.durationDays })}</p>
      <div className={styles.buttons}>
        <CampaignDecision campaign={campaign} declineWarning={t('review.warning')} />
      </div>
    </div>
  );
}
