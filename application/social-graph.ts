/** Use cases for follows, blocks and mutes. */
import { profileNotFound } from '../domain/accounts/rules.ts';
import type { CommandContext, Handler, ResultOf } from '../domain/handle.ts';
import { notFound, refuse } from '../domain/kernel/decider.ts';
import type { AccountId } from '../domain/kernel/ids.ts';
import type { relationshipDecider } from '../domain/social-graph/decide.ts';
import {
  handleSocialCommand,
  loadKnownRelationship,
  loadRelationship,
} from '../domain/social-graph/relationships.ts';
import { tooManyHidden } from '../domain/social-graph/rules.ts';
import { findProfileById } from '../projections/accounts/profiles/query.ts';
import type { Queryable, Viewer } from '../projections/queryable.ts';
import { countHiddenAccounts } from '../projections/social-graph/hidden/query.ts';

interface SocialGraphDependencies {
  readonly pool: Queryable;
  readonly handler: Handler;
}

type RelationshipResult = Promise<ResultOf<typeof relationshipDecider>>;

/** Follows or unfollows an account. */
export async function toggleFollow(
  { pool, handler }: SocialGraphDependencies,
  follower: Viewer,
  followeeId: AccountId,
  context: CommandContext,
): RelationshipResult {
  const [profile, knownRelationship] = await Promise.all([
    findProfileById(pool, follower, followeeId),
    loadKnownRelationship(handler, follower.id, followeeId),
  ]);
  const toggleCommand = {
    type: 'ToggleFollow',
    followerId: follower.id,
    followeeId,
    isProfileHidden: profile === null,
  } as const;
  return handleSocialCommand(handler, toggleCommand, context, knownRelationship);
}

/** Starts or ends a block or a mute. */
export type BlockOrMuteAction = 'block' | 'unblock' | 'mute' | 'unmute';

const toCommand = (action: BlockOrMuteAction, actorId: AccountId, targetId: AccountId) => {
  switch (action) {
    case 'block':
      return { type: 'BlockAccount', blockerId: actorId, blockedId: targetId } as const;
    case 'unblock':
      return { type: 'UnblockAccount', blockerId: actorId, blockedId: targetId } as const;
    case 'mute':
      return { type: 'MuteAccount', muterId: actorId, mutedId: targetId } as const;
    case 'unmute':
      return { type: 'UnmuteAccount', muterId: actorId, mutedId: targetId } as const;
  }
};

/**
 * Returns whether an account can see another account, or has blocked or muted it. Blocks and mutes can therefore be
 * removed even if the other account is hidden.
 */
async function canSeeAccount(
  { pool, handler }: SocialGraphDependencies,
  viewer: Viewer,
  id: AccountId,
): Promise<boolean> {
  if (await findProfileById(pool, viewer, id)) return true;
  const { blockers, muters } = await loadRelationship(handler, viewer.id, id);
  return [...blockers, ...muters].includes(viewer.id);
}

/** Blocks, unblocks, mutes or unmutes a profile. */
export async function blockOrMute(
  dependencies: SocialGraphDependencies,
  account: Viewer,
  action: BlockOrMuteAction,
  targetId: AccountId,
  context: CommandContext,
): RelationshipResult {
  if (!(await canSeeAccount(dependencies, account, targetId))) return notFound(profileNotFound);
  const isAdding = action === 'block' || action === 'mute';
  if (isAdding && (await countHiddenAccounts(dependencies.pool, account.id)) >= tooManyHidden.params.limit)
    return refuse(tooManyHidden);
  return handleSocialCommand(dependencies.handler, toCommand(action, account.id, targetId), context);
}
