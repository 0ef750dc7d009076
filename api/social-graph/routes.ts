import { toggleFollow } from '../../application/social-graph.ts';
import * as contract from '../../contract/social-graph.ts';
import { profileNotFound } from '../../domain/accounts/rules.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { findProfileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/social-graph/follows/query.ts';
import type { Caller } from '../http/caller.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { type AnyRoute, defineRoute, defineSharedRoute } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Creates the routes for follows and follow suggestions. */
export function createSocialGraphRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool } = system;

  async function resolveAccountId(caller: Caller | null, key: string): Promise<AccountId> {
    const profile = await findProfileByKey(pool, caller, key);
    if (!profile) throw createNotFoundFailure(profileNotFound);
    return profile.id;
  }

  return [
    defineSharedRoute(contract.getFollowers, async (request) => {
      const { caller, params } = request;
      const id = await resolveAccountId(caller, params.nickname);
      const db = withReadPosition(pool, request);
      return respondWithPage(await query.listFollowers(db, caller, id, toPaging(request.query)), request);
    }),

    defineSharedRoute(contract.getFollowing, async (request) => {
      const { caller, params } = request;
      const id = await resolveAccountId(caller, params.nickname);
      const db = withReadPosition(pool, request);
      return respondWithPage(await query.listFollowing(db, caller, id, toPaging(request.query)), request);
    }),

    defineRoute(contract.followProfile, ({ caller, body, createContext, confirm, runIdempotently }) =>
      runIdempotently(async (commandId) => {
        const followeeId = body.idProfileToFollow;
        const { state } = await confirm(
          await toggleFollow(system, caller, followeeId, createContext(commandId)),
        );
        const followerCount = await query.findFollowerCount(pool, caller, followeeId);
        return {
          idProfile: followeeId,
          isItFollowed: state.following[caller.id] ?? false,
          followers: followerCount?.followers ?? 0,
        };
      }),
    ),

    defineRoute(contract.suggestedProfiles, (request) =>
      query.listSuggestedProfiles(withReadPosition(pool, request), request.caller),
    ),

    defineRoute(contract.suggestedOrganizations, (request) =>
      query.listSuggestedOrganizations(withReadPosition(pool, request), request.caller),
    ),
  ];
}
