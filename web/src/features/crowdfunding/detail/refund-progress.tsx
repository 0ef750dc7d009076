import { useState } from 'react';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { useGetSettlementQuery } from '../../../api/crowdfunding-details.ts';
import { formatNumber, useTranslation } from '../../../i18n/index.ts';
import { formatKindracoins } from '../../../shared/crowdfunding/coins.ts';
import { ProgressBar } from '../../../ui/index.ts';
import styles from './crowdfunding-page.module.css';

const POLL_INTERVAL_MS = 2_000;

/** Progress of the refunds after a campaign was cancelled. */
export function RefundProgress({ id }: Pick<Crowdfunding, 'id'>) {
  const { t } = useTranslation('crowdfunding');
  const [isFinished, setFinished] = useState(false);
  const { data } = useGetSettlementQuery(
    { id },
    {
      refetchOnMountOrArgChange: true,
      pollingInterval: isFinished ? 0 : POLL_INTERVAL_MS,
      skipPollingIfUnfocused: true,
    },
  );
  if (data?.finished && !isFinished) setFinished(true);
  if (data?.kind !== 'REFUND' || data.total === 0) return null;
  const { done, total, coinsDone } = data;
  return (
    <div className={styles.refunds}>
      {!isFinished && (
        <>
          <p>{t('refunds.going', { count: total, total: formatNumber(total), done: formatNumber(done) })}</p>
          <ProgressBar label={t('refunds.label')} value={done} max={total} />
        </>
      )}
      <p role="status">
        {isFinished &&
          t('refunds.finished', {
            count: total,
            total: formatNumber(total),
            coins: formatKindracoins(coinsDone),
          })}
      </p>
    </div>
  );
}
