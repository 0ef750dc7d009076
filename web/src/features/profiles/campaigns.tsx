import { useProfileCrowdfundingsInfiniteQuery } from '../../api/crowdfunding.ts';
import { useTranslation } from '../../i18n/index.ts';
import { CampaignList } from '../../shared/campaign/campaign-list.tsx';

/** Campaigns of an organization. */
export function Campaigns({ nickname }: { readonly nickname: string }) {
  const { t } = useTranslation('profiles');
  const query = useProfileCrowdfundingsInfiniteQuery({ nickname }, { refetchOnMountOrArgChange: true });
  return <CampaignList label={t('tabs.crowdfundings')} query={query} empty={t('noCampaigns')} />;
}
