import { accountDecider } from '../../domain/accounts/decide.ts';
import { isClosed } from '../../domain/accounts/state.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { missingCrowdfunding } from '../../domain/crowdfunding/rules.ts';
import { acceptsDonations, hasBegun } from '../../domain/crowdfunding/state.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import type { DonationTarget } from '../../domain/wallet/commands.ts';
import type { Caller } from '../http/caller.ts';
import { missing } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';
import { isVisibleTo } from './policy.ts';

/**
 * Reads from the log whether a campaign accepts donations: from its own stream, and from the account stream of its
 * creator, who must be neither deactivated nor banned.
 * @throws ApiFailure 404 when the caller may not see the campaign
 */
export async function donationTarget(
  { handler, clock }: Pick<ApiSystem, 'handler' | 'clock'>,
  caller: Caller,
  crowdfundingId: CrowdfundingId,
): Promise<DonationTarget> {
  const { state } = await handler.load(crowdfundingDecider, crowdfundingId);
  if (state.status === 'NONE' || !isVisibleTo(caller, hasBegun(state), state.creatorId))
    throw missing(missingCrowdfunding);
  const { creatorId } = state;
  const creator = await handler.load(accountDecider, creatorId);
  const isAccepting = acceptsDonations(state, clock.now()) && !isClosed(creator.state);
  return { crowdfundingId, creatorId, acceptsDonations: isAccepting };
}
