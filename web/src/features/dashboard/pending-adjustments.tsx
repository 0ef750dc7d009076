import { Link } from 'react-router-dom';
import { type Adjustment, useAdjustmentsInfiniteQuery } from '../../api/audit.ts';
import { getItems } from '../../api/paging.ts';
import { formatNumber, Trans, useTranslation } from '../../i18n/index.ts';
import { ProfileLink } from '../../shared/profile-link/profile-link.tsx';
import { LinkButton, RelativeTime } from '../../ui/index.ts';
import styles from './dashboard.module.css';
import { ReviewList } from './review-list.tsx';

const ADJUSTMENTS_PATH = '/dashboard/audit/adjustments';

function PendingAdjustment({ adjustment }: { readonly adjustment: Adjustment }) {
  const { t } = useTranslation('dashboard');
  const { kind, amount, profile, proposedBy, proposedDate, reason } = adjustment;
  return (
    <li className={styles.row}>
      <div className={styles.crowdfunding}>
        <Link to={ADJUSTMENTS_PATH} className={styles.name}>
          {t(`secondPerson.kinds.${kind}`, { amount: formatNumber(Math.abs(amount)) })}
        </Link>
        {reason && <p className={styles.description}>{reason}</p>}
        <p className={styles.muted}>
          <Trans
            t={t}
            i18nKey="secondPerson.facts"
            components={{
              person: <ProfileLink nickname={profile.nickname}>@{profile.nickname}</ProfileLink>,
              asking: <ProfileLink nickname={proposedBy.nickname}>@{proposedBy.nickname}</ProfileLink>,
              time: <RelativeTime instant={proposedDate} />,
            }}
          />
        </p>
      </div>
    </li>
  );
}

/** Adjustments that a second staff member must approve. */
export function PendingAdjustments() {
  const { t } = useTranslation('dashboard');
  const query = useAdjustmentsInfiniteQuery({ status: 'OPEN' }, { refetchOnMountOrArgChange: true });
  const adjustments = getItems(query.data);
  const decide = (
    <LinkButton to={ADJUSTMENTS_PATH} variant="secondary" size="small">
      {t('secondPerson.decide')}
    </LinkButton>
  );
  return (
    <ReviewList
      name="secondPerson"
      beside={adjustments.length > 0 && decide}
      query={query}
      items={adjustments}
    >
      {(adjustment) => <PendingAdjustment adjustment={adjustment} />}
    </ReviewList>
  );
}
