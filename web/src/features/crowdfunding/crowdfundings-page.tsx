import { Plus } from 'lucide-react';
import { useCrowdfundingsInfiniteQuery } from '../../api/crowdfunding.ts';
import { CampaignList } from '../../shared/campaign/campaign-list.tsx';
import { useUser } from '../../state/session.ts';
import { LinkButton, PageHeading } from '../../ui/index.ts';
import styles from './crowdfundings-page.module.css';

/** /crowdfundings: the active campaigns. */
export function CrowdfundingsPage() {
  const query = useCrowdfundingsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const role = useUser()?.role;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading>CrowdFundings</PageHeading>
        {(role === 'ORG' || role === 'ADMIN') && (
          <LinkButton to="/new-post/crowdfunding" size="small" icon={<Plus size={18} aria-hidden="true" />}>
            New crowdfunding
          </LinkButton>
        )}
      </header>
      <CampaignList
        label="Active crowdfundings"
        query={query}
        empty="There is currently no active crowdfunding."
      />
    </div>
  );
}
