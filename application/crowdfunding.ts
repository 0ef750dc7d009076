import { crowdfundingDecider } from '../domain/crowdfunding/decide.ts';
import {
  type CrowdfundingForm,
  crowdfundingNotFound,
  crowdfundingNotStarted,
  onlyCreatorPostsUpdates,
} from '../domain/crowdfunding/rules.ts';
import { hasStarted } from '../domain/crowdfunding/state.ts';
import type { CommandContext, Handler, ResultOf } from '../domain/handle.ts';
import { forbid, notFound, refuse } from '../domain/kernel/decider.ts';
import type { AccountId, CrowdfundingId, DonationId, Instant, PostId } from '../domain/kernel/ids.ts';
import type { FocalPoint } from '../domain/kernel/picture.ts';
import { postDecider } from '../domain/posts/decide.ts';
import type { DonationTarget } from '../domain/wallet/commands.ts';
import { walletDecider } from '../domain/wallet/decide.ts';
import type { Viewer } from '../projections/queryable.ts';
import { findDonationTarget } from './donation-target.ts';
import { handleWithPicture, type PictureDependencies } from './pictures.ts';

/** Returns whether a viewer can see all campaigns of a creator, including unapproved ones. */
export const canSeeAllCrowdfundings = (viewer: Viewer | null, creatorId: AccountId): boolean =>
  viewer !== null && (viewer.isStaff || viewer.id === creatorId);

/** Returns whether a viewer can see a campaign. Only its creator and staff see one that was never approved. */
const isVisible = (viewer: Viewer | null, hasStarted: boolean, creatorId: AccountId): boolean =>
  hasStarted || canSeeAllCrowdfundings(viewer, creatorId);

/** Returns whether a viewer can see a campaign, given its row in the read model. */
export const canSeeCrowdfunding = (
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
  readonly imageFocus?: FocalPoint | undefined;
}

/** Creates a campaign. It is pending until staff approve it. */
export const createCrowdfunding = (
  dependencies: PictureDependencies & { readonly handler: Handler },
  { imageBase64, imageFocus, ...form }: NewCrowdfunding,
  context: CommandContext,
): Promise<ResultOf<typeof crowdfundingDecider>> => {
  const { crowdfundingId, creatorId } = form;
  return handleWithPicture(
    dependencies,
    { subjectId: crowdfundingId, ownerId: creatorId, imageBase64, imageFocus },
    (reference) =>
      dependencies.handler.handle(
        crowdfundingDecider,
        crowdfundingId,
        { type: 'CreateCrowdfunding', ...form, ...reference },
        context,
      ),
  );
};

interface NewUpdate {
  readonly postId: PostId;
  readonly crowdfundingId: CrowdfundingId;
  readonly text: string;
  readonly imageBase64?: string | undefined;
  readonly imageFocus?: FocalPoint | undefined;
}

/** Publishes a campaign update, which is a post by the creator that refers to the campaign. */
export async function publishUpdate(
  dependencies: PictureDependencies & { readonly handler: Handler },
  author: Viewer,
  { imageBase64, imageFocus, ...update }: NewUpdate,
  context: CommandContext,
): Promise<ResultOf<typeof postDecider>> {
  const { handler } = dependencies;
  const { state } = await handler.load(crowdfundingDecider, update.crowdfundingId);
  if (state.status === 'NONE' || !isVisible(author, hasStarted(state), state.creatorId))
    return notFound(crowdfundingNotFound);
  if (state.creatorId !== author.id) return forbid(onlyCreatorPostsUpdates);
  if (!hasStarted(state)) return refuse(crowdfundingNotStarted);
  const { postId } = update;
  const publishCommand = { type: 'PublishPost', ...update, authorId: author.id, parentId: null } as const;
  if (imageBase64 === undefined) return handler.handle(postDecider, postId, publishCommand, context);
  const picture = { subjectId: postId, ownerId: author.id, imageBase64, imageFocus };
  return handleWithPicture(dependencies, picture, (reference) =>
    handler.handle(postDecider, postId, { ...publishCommand, ...reference }, context),
  );
}

interface NewDonation {
  readonly donationId: DonationId;
  readonly crowdfundingId: CrowdfundingId;
  readonly amount: number;
  readonly anonymous?: boolean;
}

/**
 * Returns the campaign that a donation is for, and whether it accepts donations at an instant. Returns null if the
 * campaign does not exist or the donor cannot see it.
 */
export async function findVisibleTarget(
  handler: Handler,
  donor: Viewer,
  crowdfundingId: CrowdfundingId,
  at: Instant,
): Promise<DonationTarget | null> {
  const target = await findDonationTarget(handler, crowdfundingId, at);
  return target && isVisible(donor, target.hasStarted, target.creatorId) ? target : null;
}

/** Donates coins from the donor's wallet to a campaign. Rejects campaigns that the donor cannot see. */
export async function donate(
  { handler }: { readonly handler: Handler },
  donor: Viewer,
  { donationId, crowdfundingId, amount, anonymous }: NewDonation,
  context: CommandContext,
): Promise<ResultOf<typeof walletDecider>> {
  const target = await findVisibleTarget(handler, donor, crowdfundingId, context.occurredAt);
  if (!target) return notFound(crowdfundingNotFound);
  return handler.handle(
    walletDecider,
    donor.id,
    { type: 'DonateCoins', accountId: donor.id, donationId, amount, target, ...(anonymous && { anonymous }) },
    context,
  );
}
