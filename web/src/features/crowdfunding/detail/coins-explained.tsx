import { useId } from 'react';
import { Link } from 'react-router-dom';
import { getExpiryDate } from '../../../../../contract/rules/crowdfunding.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { Trans, useFormatDay, useTranslation } from '../../../i18n/index.ts';
import { getTrailPath } from '../../../shared/giving/trail-path.ts';
import styles from './coins-explained.module.css';

const SENTENCES = {
  PENDING: ['coins.PENDING.first', 'coins.PENDING.second'],
  ACTIVE: ['coins.ACTIVE.first', 'coins.ACTIVE.second', 'coins.ACTIVE.third'],
  REJECTED: ['coins.REJECTED.first'],
  CANCELLED: ['coins.CANCELLED.first'],
  CLOSED: ['coins.CLOSED.first'],
} as const;

/** Explains in plain language who holds the donated coins and who receives them. */
export function CoinsExplained({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('crowdfunding');
  const titleId = useId();
  const formatDay = useFormatDay();
  const { id, status, endDate } = crowdfunding;
  const date = endDate === null ? '' : formatDay(getExpiryDate(endDate));
  return (
    <section className={styles.explained} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('coins.title')}</h2>
      <ul>
        {SENTENCES[status].map((key) => (
          <li key={key}>{t(key, { date })}</li>
        ))}
      </ul>
      {endDate !== null && (
        <p>
          <Trans t={t} i18nKey="coins.check" components={{ trail: <Link to={getTrailPath(id)} /> }} />
        </p>
      )}
    </section>
  );
}
