import { type BlockOrMuteAction, blockOrMute, toggleFollow } from '../../application/social-graph.ts';
import * as hiding from '../../contract/hidden-profiles.ts';
import * as contract from '../../contract/social-graph.ts';
import * as query from '../../projections/social-graph/follows/query.ts';
import { listHiddenProfiles } from '../../projections/social-graph/hidden/query.ts';
import { loadProfile } from '../accounts/load-profile.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { defineRoute, defineSharedRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type HidingRequest = Pick<
  RouteRequest<typeof hiding.blockProfile>,
  'caller' | 'params' | 'createContext' | 'confirm'
>;

/** Creates the routes for follows, follow suggestions, and blocked and muted profiles. */
export function createSocialGraphRoutes(system: ApiSystem): readonly Route[] {
  const { pool } = system;

  const createFollowListHandler =
    (listProfiles: typeof query.listFollowers) =>
    async (request: RouteRequest<typeof contract.getFollowers | typeof contract.getFollowing>) => {
      const { caller, params } = request;
      const { id } = await loadProfile(pool, caller, params.nickname);
      const db = withReadPosition(pool, request);
      return respondWithPage(await listProfiles(db, caller, id, toPaging(request.query)), request);
    };

  const createHidingHandler =
    (action: BlockOrMuteAction) =>
    async ({ caller, params, createContext, confirm }: HidingRequest) => {
      const { state } = await confirm(await blockOrMute(system, caller, action, params.id, createContext()));
      return {
        idProfile: params.id,
        isBlocked: state.blockers.includes(caller.id),
        isMuted: state.muters.includes(caller.id),
      };
    };

  return [
    defineSharedRoute(contract.getFollowers, createFollowListHandler(query.listFollowers)),
    defineSharedRoute(contract.getFollowing, createFollowListHandler(query.listFollowing)),

    defineRoute(contract.followProfile, ({ caller, body, createContext, confirm, runIdempotently }) =>
      runIdempotently(async (commandId) => {
        const followeeId = body.idProfileToFollow;
        const { state } = await confirm(
          await toggleFollow(system, caller, followeeId, createContext({ commandId })),
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

    defineRoute(hiding.blockProfile, createHidingHandler('block')),
    defineRoute(hiding.unblockProfile, createHidingHandler('unblock')),
    defineRoute(hiding.muteProfile, createHidingHandler('mute')),
    defineRoute(hiding.unmuteProfile, createHidingHandler('unmute')),

    defineRoute(hiding.hiddenProfiles, async (request) => {
      const db = withReadPosition(pool, request);
      const page = await listHiddenProfiles(db, request.caller.id, toPaging(request.query));
      return respondWithPage(page, request);
    }),
  ];
}
