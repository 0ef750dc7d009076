import { Plus } from 'lucide-react';
import { useActiveCrowdfundingsInfiniteQuery } from '../../api/crowdfunding.ts';
import { useTranslation } from '../../i18n/index.ts';
import { CampaignList } from '../../shared/campaign/campaign-list.tsx';
import { useUser } from '../../state/session.ts';
import { LinkButton, PageHeading } from '../../ui/index.ts';
import styles from './crowdfundings-page.module.css';

/** /crowdfundings: active campaigns. */
export function CrowdfundingsPage() {
  const query = useActiveCrowdfundingsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const { t } = useTranslation('crowdfunding');
  const role = useUser()?.role;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading>{t('title')}</PageHeading>
        {(role === 'ORG' || role === 'ADMIN') && (
          <LinkButton to="/new-post/crowdfunding" size="small" icon={<Plus size={18} aria-hidden="true" />}>
            {t('new')}
          </LinkButton>
        )}
      </header>
      <CampaignList label={t('active')} query={query} empty={t('none')} />
    </div>
  );
}
