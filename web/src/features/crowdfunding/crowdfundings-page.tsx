import { Plus } from 'lucide-react';
import { useActiveCrowdfundingsInfiniteQuery } from '../../api/crowdfunding.ts';
import { useTranslation } from '../../i18n/index.ts';
import { CrowdfundingList } from '../../shared/crowdfunding/crowdfunding-list.tsx';
import { useUser } from '../../state/session.ts';
import { LinkButton } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';

/** /crowdfundings: active campaigns. */
export function CrowdfundingsPage() {
  const query = useActiveCrowdfundingsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const { t } = useTranslation('crowdfunding');
  const role = useUser()?.role;
  return (
    <Page width="64rem">
      <PageHeader title={t('title')}>
        {(role === 'ORG' || role === 'ADMIN') && (
          <LinkButton to="/new-post/crowdfunding" size="small" icon={<Plus size={18} aria-hidden="true" />}>
            {t('new')}
          </LinkButton>
        )}
      </PageHeader>
      <CrowdfundingList label={t('active')} query={query} empty={t('none')} />
    </Page>
  );
}
