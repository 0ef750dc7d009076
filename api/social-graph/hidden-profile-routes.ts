import { type BlockOrMuteAction, blockOrMute } from '../../application/social-graph.ts';
import * as contract from '../../contract/hidden-profiles.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { listHiddenProfiles } from '../../projections/social-graph/hidden/query.ts';
import type { Caller } from '../http/caller.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { type AnyRoute, defineRoute, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

interface BlockOrMuteRequest extends Pick<RouteRequest, 'createContext' | 'confirm'> {
  readonly caller: Caller;
  readonly params: { readonly id: AccountId };
}

/** Creates the routes for blocked and muted profiles. */
export function createHiddenProfileRoutes(system: ApiSystem): readonly AnyRoute[] {
  const createHandler =
    (action: BlockOrMuteAction) =>
    async ({
      caller,
      params,
      createContext,
      confirm,
    }: BlockOrMuteRequest): Promise<contract.BlockAndMuteState> => {
      const context = createContext(system.ids.next());
      const { state } = await confirm(await blockOrMute(system, caller, action, params.id, context));
      return {
        idProfile: params.id,
        isBlocked: state.blockers.includes(caller.id),
        isMuted: state.muters.includes(caller.id),
      };
    };

  return [
    defineRoute(contract.blockProfile, createHandler('block')),
    defineRoute(contract.unblockProfile, createHandler('unblock')),
    defineRoute(contract.muteProfile, createHandler('mute')),
    defineRoute(contract.unmuteProfile, createHandler('unmute')),
    defineRoute(contract.hiddenProfiles, async (request) => {
      const db = withReadPosition(system.pool, request);
      return respondWithPage(
        await listHiddenProfiles(db, request.caller.id, toPaging(request.query)),
        request,
      );
    }),
  ];
}
