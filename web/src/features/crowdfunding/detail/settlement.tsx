import { useState } from 'react';
import { type Campaign, useSettlementQuery } from '../../../api/crowdfunding.ts';
import { grouped, inCoins } from '../../../shared/campaign/coins.ts';
import { ProgressBar, pluralise } from '../../../ui/index.ts';
import styles from './campaign-page.module.css';

const LOOK_MS = 2_000;

/** How far the donations of a cancelled campaign are on their way back. */
export function RefundProgress({ id }: Pick<Campaign, 'id'>) {
  const [finished, setFinished] = useState(false);
  const { data } = useSettlementQuery(id, {
    refetchOnMountOrArgChange: true,
    pollingInterval: finished ? 0 : LOOK_MS,
    skipPollingIfUnfocused: true,
  });
  if (data?.finished && !finished) setFinished(true);
  if (data?.kind !== 'REFUND' || data.total === 0) return null;
  const { done, total, coinsDone } = data;
  return (
    <div className={styles.refunds} role="status">
      <p>
        {finished
          ? `All ${grouped(total)} ${pluralise('donation', total)} refunded: ${inCoins(coinsDone)} went back.`
          : `Refunding: ${grouped(done)} of ${grouped(total)} ${pluralise('donation', total)} given back.`}
      </p>
      {!finished && <ProgressBar label="Refunded" value={done} max={total} />}
    </div>
  );
}
