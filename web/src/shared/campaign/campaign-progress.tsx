import type { Campaign } from '../../api/crowdfunding.ts';
import { ProgressBar } from '../../ui/index.ts';
import styles from './campaign-progress.module.css';
import { grouped, inCoins } from './coins.ts';

/** How much of its goal a campaign has. */
export function CampaignProgress({
  currentAmount,
  goalAmount,
  large = false,
}: Pick<Campaign, 'currentAmount' | 'goalAmount'> & { readonly large?: boolean }) {
  const percent = Math.floor((100 * currentAmount) / goalAmount);
  return (
    <div className={styles.progress}>
      <div className={large ? styles.large : styles.figures}>
        <p>
          <strong>{grouped(currentAmount)}</strong>
          <span className={styles.goal}> of {inCoins(goalAmount)}</span>
        </p>
        <span className={styles.percent}>{percent}%</span>
      </div>
      <ProgressBar
        label="Raised"
        value={Math.min(currentAmount, goalAmount)}
        max={goalAmount}
        valueText={`${grouped(currentAmount)} of ${inCoins(goalAmount)}`}
      />
    </div>
  );
}
