import { accountDecider } from '../domain/accounts/decide.ts';
import { type AccountState, isClosed } from '../domain/accounts/state.ts';
import { crowdfundingDecider } from '../domain/crowdfunding/decide.ts';
import { type CrowdfundingState, canReceiveDonations, hasStarted } from '../domain/crowdfunding/state.ts';
import type { Handler } from '../domain/handle.ts';
import type { AccountId, CrowdfundingId, Instant } from '../domain/kernel/ids.ts';
import type { DonationTarget } from '../domain/wallet/commands.ts';

type StateReader = Pick<Handler, 'load' | 'getCached'>;

const getCreatorId = (state: CrowdfundingState | undefined): AccountId | null =>
  state === undefined || state.status === 'NONE' ? null : state.creatorId;

/**
 * Loads a campaign and its creator's account. The account is null if the campaign does not exist. Loads both
 * concurrently if the campaign is cached, because a campaign's creator never changes.
 */
async function loadWithCreator(
  handler: StateReader,
  id: CrowdfundingId,
): Promise<{ readonly state: CrowdfundingState; readonly creator: AccountState | null }> {
  const loadAccount = async (accountId: AccountId) => (await handler.load(accountDecider, accountId)).state;
  const cachedCreatorId = getCreatorId(handler.getCached(crowdfundingDecider, id));
  const [{ state }, prefetchedCreator] = await Promise.all([
    handler.load(crowdfundingDecider, id),
    cachedCreatorId === null ? null : loadAccount(cachedCreatorId),
  ]);
  const creatorId = getCreatorId(state);
  if (creatorId === null) return { state, creator: null };
  const isPrefetched = creatorId === cachedCreatorId && prefetchedCreator !== null;
  return { state, creator: isPrefetched ? prefetchedCreator : await loadAccount(creatorId) };
}

/**
 * Returns the campaign that a donation is for, or null if it does not exist. Checks in the event log, not in the read
 * models, that the campaign accepts donations and that its creator's account is open.
 * @param at time of the donation
 */
export async function findDonationTarget(
  handler: StateReader,
  crowdfundingId: CrowdfundingId,
  at: Instant,
): Promise<(DonationTarget & { readonly hasStarted: boolean }) | null> {
  const { state, creator } = await loadWithCreator(handler, crowdfundingId);
  if (state.status === 'NONE') return null;
  const acceptsDonations = canReceiveDonations(state, at) && creator !== null && !isClosed(creator, at);
  return { crowdfundingId, creatorId: state.creatorId, acceptsDonations, hasStarted: hasStarted(state) };
}
