import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { CrowdfundingDecision } from '../../../shared/crowdfunding/crowdfunding-decision.tsx';
import styles from './actions.module.css';

/** Staff actions for a campaign that requires approval. */
export function ReviewAction({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('crowdfunding');
  return (
    <div className={styles.action}>
      <p>{t('review.explanation', { count: crowdfunding.durationDays })}</p>
      <div className={styles.buttons}>
        <CrowdfundingDecision crowdfunding={crowdfunding} declineWarning={t('review.warning')} />
      </div>
    </div>
  );
}
