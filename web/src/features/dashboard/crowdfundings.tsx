import { Link } from 'react-router-dom';
import type { EntityRef } from '../../api/entities.ts';
import { usePendingCrowdfundingsInfiniteQuery } from '../../api/moderation.ts';
import { getItems } from '../../api/paging.ts';
import { useEntity } from '../../api/stored-entities.ts';
import { Trans, useTranslation } from '../../i18n/index.ts';
import { CrowdfundingDecision } from '../../shared/crowdfunding/crowdfunding-decision.tsx';
import { ProfileLink } from '../../shared/profile-link/profile-link.tsx';
import { useUser } from '../../state/session.ts';
import { AbbreviatedNumber, RelativeTime } from '../../ui/index.ts';
import styles from './dashboard.module.css';
import { ReviewList } from './review-list.tsx';

function PendingCrowdfunding({ id }: EntityRef) {
  const { t } = useTranslation('dashboard');
  const userId = useUser()?.id;
  const crowdfunding = useEntity('crowdfunding', id);
  if (!crowdfunding) return null;
  const { title, description, goalAmount, durationDays, createdDate, creator } = crowdfunding;
  const isOwn = userId === creator.idProfile;
  return (
    <li className={styles.row}>
      <div className={styles.crowdfunding}>
        <Link to={`/crowdfundings/${id}`} className={styles.name}>
          {title}
        </Link>
        <p className={styles.description} dir="auto">
          {description}
        </p>
        <p className={styles.muted}>
          <Trans
            t={t}
            i18nKey="crowdfundings.facts"
            values={{ count: durationDays }}
            components={{
              amount: <AbbreviatedNumber value={goalAmount} />,
              creator: <ProfileLink nickname={creator.nickname}>@{creator.nickname}</ProfileLink>,
              time: <RelativeTime instant={createdDate} />,
            }}
          />
        </p>
        {isOwn && <p className={styles.muted}>{t('crowdfundings.own')}</p>}
      </div>
      {!isOwn && (
        <div className={styles.buttons}>
          <CrowdfundingDecision crowdfunding={crowdfunding} declineWarning={t('crowdfundings.warning')} />
        </div>
      )}
    </li>
  );
}

/** Campaigns that require approval. */
export function PendingCrowdfundings() {
  const query = usePendingCrowdfundingsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <ReviewList name="crowdfundings" query={query} items={getItems(query.data)}>
      {({ id }) => <PendingCrowdfunding id={id} />}
    </ReviewList>
  );
}
