import { toggleFollow } from '../../application/social-graph.ts';
import * as contract from '../../contract/social-graph.ts';
import { missingProfile } from '../../domain/accounts/rules.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/social-graph/follows/query.ts';
import type { Caller } from '../http/caller.ts';
import { missing } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Routes of follows and suggestions. */
export function socialGraphRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool } = system;

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

    route(contract.followProfile, ({ caller, body, command, confirm, once }) =>
      once(async (commandId) => {
        const followeeId = body.idProfileToFollow;
        const { state } = await confirm(await toggleFollow(system, caller, followeeId, command(commandId)));
        const now = await query.followersOf(pool, caller, followeeId);
        return {
          idProfile: followeeId,
          isItFollowed: state.following[caller.id] ?? false,
          followers: now?.followers ?? 0,
        };
      }),
    ),

    route(contract.suggestedProfiles, ({ caller }) => query.suggestedProfiles(pool, caller)),

    route(contract.suggestedOrganizations, ({ caller }) => query.suggestedOrganizations(pool, caller)),
  ];
}
