import { missingProfile } from '../../domain/accounts/rules.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { handleBond } from '../../domain/social-graph/bonds.ts';
import { profileById, profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/social-graph/follows/query.ts';
import * as contract from '../contract/social-graph.ts';
import type { Caller } from '../http/caller.ts';
import { missing, rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Routes of who follows whom. */
export function socialGraphRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, handler } = system;

  async function accountAt(caller: Caller | null, key: string): Promise<AccountId> {
    const profile = await profileByKey(pool, caller, key);
    if (!profile) throw missing(missingProfile);
    return profile.id;
  }

  return [
    route(contract.getFollowers, async (request) => {
      const { caller, params } = request;
      const id = await accountAt(caller, params.nickname);
      return itemsOf(await query.followersPage(pool, caller, id, pagingOf(request.query)), request);
    }),

    route(contract.getFollowing, async (request) => {
      const { caller, params } = request;
      const id = await accountAt(caller, params.nickname);
      return itemsOf(await query.followingPage(pool, caller, id, pagingOf(request.query)), request);
    }),

    route(contract.followProfile, ({ caller, body, command, visible, once }) =>
      once(async (commandId) => {
        const followeeId = body.idProfileToFollow;
        const outOfSight = !(await profileById(pool, caller, followeeId));
        const toggle = { type: 'ToggleFollow', followerId: caller.id, followeeId, outOfSight } as const;
        const handled = await handleBond(handler, toggle, command(commandId));
        if (!handled.accepted) throw rejected(handled.rejection);
        await visible(handled.position, 'follows', 'notifications');
        const now = await query.followersOf(pool, caller, followeeId);
        return {
          idProfile: followeeId,
          isItFollowed: handled.state.following[caller.id] ?? false,
          followers: now?.followers ?? 0,
        };
      }),
    ),

    route(contract.suggestedProfiles, async ({ caller }) => [
      ...(await query.suggestedProfiles(pool, caller)),
    ]),

    route(contract.suggestedOrganizations, async ({ caller }) => [
      ...(await query.suggestedOrganizations(pool, caller)),
    ]),
  ];
}
