/** Use cases of the social graph. */
import { missingProfile } from '../domain/accounts/rules.ts';
import type { CommandContext, CommandResult, Handler } from '../domain/handle.ts';
import { notFound, refuse } from '../domain/kernel/decider.ts';
import type { AccountId } from '../domain/kernel/ids.ts';
import { bondOf, handleBond } from '../domain/social-graph/bonds.ts';
import type { SocialGraphEvent } from '../domain/social-graph/events.ts';
import { tooManyHidden } from '../domain/social-graph/rules.ts';
import type { BondState } from '../domain/social-graph/state.ts';
import { profileById } from '../projections/accounts/profiles/query.ts';
import type { Queryable, Viewer } from '../projections/queryable.ts';
import { hidingCount } from '../projections/social-graph/hidden/query.ts';

interface SocialSystem {
  readonly pool: Queryable;
  readonly handler: Handler;
}

type BondResult = Promise<CommandResult<BondState, SocialGraphEvent>>;

/** Follows an account, or stops following it. */
export async function toggleFollow(
  { pool, handler }: SocialSystem,
  follower: Viewer,
  followeeId: AccountId,
  context: CommandContext,
): BondResult {
  const outOfSight = !(await profileById(pool, follower, followeeId));
  const toggle = { type: 'ToggleFollow', followerId: follower.id, followeeId, outOfSight } as const;
  return handleBond(handler, toggle, context);
}

/** Change of a block or mute. */
export type HidingChange = 'block' | 'unblock' | 'mute' | 'unmute';

const commandOf = (change: HidingChange, one: AccountId, other: AccountId) => {
  switch (change) {
    case 'block':
      return { type: 'BlockAccount', blockerId: one, blockedId: other } as const;
    case 'unblock':
      return { type: 'UnblockAccount', blockerId: one, blockedId: other } as const;
    case 'mute':
      return { type: 'MuteAccount', muterId: one, mutedId: other } as const;
    case 'unmute':
      return { type: 'UnmuteAccount', muterId: one, mutedId: other } as const;
  }
};

/** Whether an account sees another one or has hidden it, so that it can show an invisible one again. */
async function isKnownTo({ pool, handler }: SocialSystem, viewer: Viewer, id: AccountId): Promise<boolean> {
  if (await profileById(pool, viewer, id)) return true;
  const { blockers, muters } = await bondOf(handler, viewer.id, id);
  return [...blockers, ...muters].includes(viewer.id);
}

/** Blocks, unblocks, mutes or unmutes a profile. */
export async function changeHiding(
  system: SocialSystem,
  account: Viewer,
  change: HidingChange,
  otherId: AccountId,
  context: CommandContext,
): BondResult {
  if (!(await isKnownTo(system, account, otherId))) return notFound(missingProfile);
  const adds = change === 'block' || change === 'mute';
  if (adds && (await hidingCount(system.pool, account.id)) >= tooManyHidden.params.limit)
    return refuse(tooManyHidden);
  return handleBond(system.handler, commandOf(change, account.id, otherId), context);
}
