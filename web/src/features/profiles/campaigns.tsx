import { useProfileCrowdfundingsInfiniteQuery } from '../../api/crowdfunding.ts';
import { CampaignList } from '../../shared/campaign/campaign-list.tsx';

/** Campaigns of an organization. */
export function Campaigns({ nickname }: { readonly nickname: string }) {
  const query = useProfileCrowdfundingsInfiniteQuery(nickname, { refetchOnMountOrArgChange: true });
  return (
    <CampaignList
      label="Crowdfundings"
      query={query}
      empty="This profile has not created any crowdfunding yet."
    />
  );
}
