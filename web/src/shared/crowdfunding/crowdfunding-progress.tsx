import type { Crowdfunding } from '../../api/crowdfunding.ts';
import { formatNumber, formatPercent, formatWholeEuros, useTranslation } from '../../i18n/index.ts';
import { ProgressBar } from '../../ui/index.ts';
import { formatKindracoins } from './coins.ts';
import styles from './crowdfunding-progress.module.css';

/** Progress of a campaign towards its goal. */
export function CrowdfundingProgress({
  currentAmount,
  goalAmount,
  large = false,
}: Pick<Crowdfunding, 'currentAmount' | 'goalAmount'> & { readonly large?: boolean }) {
  const { t } = useTranslation('shared');
  const amount = formatNumber(currentAmount);
  const goal = formatKindracoins(goalAmount);
  const percent = Math.floor((100 * currentAmount) / goalAmount);
  return (
    <div className={styles.progress}>
      <div className={large ? styles.large : styles.figures}>
        <p>
          <strong>{amount}</strong> <span className={styles.goal}>{t('campaign.of', { goal })}</span>
          {large && (
            <span className={styles.euros}>
              {t('campaign.ofText', {
                amount: formatWholeEuros(currentAmount),
                goal: formatWholeEuros(goalAmount),
              })}
            </span>
          )}
        </p>
        <span className={styles.percent}>{formatPercent(percent)}</span>
      </div>
      <ProgressBar
        label={t('campaign.raised')}
        value={Math.min(currentAmount, goalAmount)}
        max={goalAmount}
        valueText={t('campaign.ofText', { amount, goal })}
      />
    </div>
  );
}
