import { Plus } from 'lucide-react';
import { useActiveCrowdfundingsInfiniteQuery } from '../../api/crowdfunding.ts';
import { REFETCH_UNLESS_NEW } from '../../api/first-reads.ts';
import { useTranslation } from '../../i18n/index.ts';
import { CrowdfundingList } from '../../shared/crowdfunding/crowdfunding-list.tsx';
import { useUser } from '../../state/session.ts';
import { Card, LinkButton } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { CrowdfundingFilters, useCrowdfundingFilter } from './crowdfunding-filters.tsx';

/** /crowdfundings: active or finished campaigns, depending on the query string. */
export function CrowdfundingsPage() {
  const filter = useCrowdfundingFilter();
  const query = useActiveCrowdfundingsInfiniteQuery(filter.query, REFETCH_UNLESS_NEW);
  const { t } = useTranslation('crowdfunding');
  const role = useUser()?.role;
  const none = filter.text
    ? 'filters.noneFits'
    : filter.state === 'finished'
      ? 'filters.noneFinished'
      : 'none';
  return (
    <Page width="64rem">
      <PageHeader title={t('title')}>
        {(role === 'ORG' || role === 'ADMIN') && (
          <LinkButton to="/new-post/crowdfunding" size="small" icon={<Plus size={18} aria-hidden="true" />}>
            {t('new')}
          </LinkButton>
        )}
      </PageHeader>
      <Card>
        <CrowdfundingFilters {...filter} />
      </Card>
      <CrowdfundingList
        label={t(filter.state === 'finished' ? 'finishedOnes' : 'active')}
        query={query}
        empty={t(none)}
      />
    </Page>
  );
}
