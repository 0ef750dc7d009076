import { isOrganizationRole } from '../../../../contract/rules/accounts.ts';
import type { Profile } from '../../../../contract/shapes.ts';
import { useProfileCrowdfundingsInfiniteQuery } from '../../api/crowdfunding.ts';
import { getItems } from '../../api/paging.ts';

/**
 * Returns whether a profile has a campaigns section. Organizations always have one. An organization that becomes a
 * moderator keeps its campaigns, so moderators have one if they have campaigns; undefined while this is unknown.
 */
export function useHasCampaigns({ role, nickname }: Pick<Profile, 'role' | 'nickname'>): boolean | undefined {
  const isModerator = role === 'MOD';
  const { data } = useProfileCrowdfundingsInfiniteQuery({ nickname }, { skip: !isModerator });
  if (!isModerator) return isOrganizationRole(role);
  return data && getItems(data).length > 0;
}
