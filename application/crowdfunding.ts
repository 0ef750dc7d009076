/** Use cases of crowdfundings. */
import { accountDecider } from '../domain/accounts/decide.ts';
import { type AccountState, isClosed } from '../domain/accounts/state.ts';
import { crowdfundingDecider } from '../domain/crowdfunding/decide.ts';
import type { CrowdfundingEvent } from '../domain/crowdfunding/events.ts';
import { type CrowdfundingForm, crowdfundingNotFound } from '../domain/crowdfunding/rules.ts';
import { type CrowdfundingState, canReceiveDonations, hasStarted } from '../domain/crowdfunding/state.ts';
import type { CommandContext, CommandResult, Handler } from '../domain/handle.ts';
import { notFound } from '../domain/kernel/decider.ts';
import type { AccountId, CrowdfundingId, DonationId } from '../domain/kernel/ids.ts';
import { walletDecider } from '../domain/wallet/decide.ts';
import type { WalletEvent } from '../domain/wallet/events.ts';
import type { WalletState } from '../domain/wallet/state.ts';
import type { Viewer } from '../projections/queryable.ts';
import { type PictureSystem, storePictureThen } from './pictures.ts';

/** Whether a viewer sees all campaigns of a creator, including those that staff have not approved. */
export const canSeeAll = (viewer: Viewer | null, creatorId: AccountId): boolean =>
  viewer !== null && (viewer.staff || viewer.id === creatorId);

/**
 * Whether a viewer may see a campaign. One that staff never approved is visible to its creator and to staff
 * only, even after its cancellation.
 */
const isVisible = (viewer: Viewer | null, hasBegun: boolean, creatorId: AccountId): boolean =>
  hasBegun || canSeeAll(viewer, creatorId);

/** Whether a viewer may see a campaign of the read model. */
export const canSee = (
  viewer: Viewer | null,
  {
    startDate,
    creator,
  }: { readonly startDate: string | null; readonly creator: { readonly idProfile: AccountId } },
): boolean => isVisible(viewer, startDate !== null, creator.idProfile);

interface NewCrowdfunding extends CrowdfundingForm {
  readonly crowdfundingId: CrowdfundingId;
  readonly creatorId: AccountId;
  readonly imageBase64: string;
}

/** Creates a campaign, which is pending until staff approve it. */
export const createCrowdfunding = (
  system: PictureSystem & { readonly handler: Handler },
  { imageBase64, ...form }: NewCrowdfunding,
  context: CommandContext,
): Promise<CommandResult<CrowdfundingState, CrowdfundingEvent>> => {
  const { crowdfundingId, creatorId } = form;
  return storePictureThen(
    system,
    { subjectId: crowdfundingId, ownerId: creatorId, imageBase64 },
    (imageHash) =>
      system.handler.handle(
        crowdfundingDecider,
        crowdfundingId,
        { type: 'CreateCrowdfunding', ...form, imageHash },
        context,
      ),
  );
};

interface NewDonation {
  readonly donationId: DonationId;
  readonly crowdfundingId: CrowdfundingId;
  readonly amount: number;
}

const creatorIdOf = (state: CrowdfundingState | undefined): AccountId | null =>
  state === undefined || state.status === 'NONE' ? null : state.creatorId;

/**
 * Loads a campaign and the account of its creator, null if there is no campaign. The creator never changes, so both are
 * loaded together if the campaign is cached.
 */
async function loadWithCreator(
  handler: Handler,
  id: CrowdfundingId,
): Promise<{ readonly state: CrowdfundingState; readonly creator: AccountState | null }> {
  const load = async (accountId: AccountId) => (await handler.load(accountDecider, accountId)).state;
  const cachedId = creatorIdOf(handler.cached(crowdfundingDecider, id));
  const [{ state }, early] = await Promise.all([
    handler.load(crowdfundingDecider, id),
    cachedId === null ? null : load(cachedId),
  ]);
  const creatorId = creatorIdOf(state);
  if (creatorId === null) return { state, creator: null };
  return { state, creator: creatorId === cachedId && early ? early : await load(creatorId) };
}

/**
 * Donates coins. Reads the event log, not the read models, to check that the campaign accepts donations and
 * that its creator's account is not closed.
 */
export async function donate(
  { handler }: { readonly handler: Handler },
  donor: Viewer,
  { donationId, crowdfundingId, amount }: NewDonation,
  context: CommandContext,
): Promise<CommandResult<WalletState, WalletEvent>> {
  const { state, creator } = await loadWithCreator(handler, crowdfundingId);
  if (state.status === 'NONE' || !isVisible(donor, hasStarted(state), state.creatorId))
    return notFound(crowdfundingNotFound);
  const { creatorId } = state;
  const isOpen = canReceiveDonations(state, context.occurredAt) && creator !== null && !isClosed(creator);
  const target = { crowdfundingId, creatorId, acceptsDonations: isOpen };
  return handler.handle(
    walletDecider,
    donor.id,
    { type: 'DonateCoins', accountId: donor.id, donationId, amount, target },
    context,
  );
}
