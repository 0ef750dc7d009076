import { changeHiding, type HidingChange } from '../../application/social-graph.ts';
import * as contract from '../../contract/hidden-profiles.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { listHiddenProfiles } from '../../projections/social-graph/hidden/query.ts';
import type { Caller } from '../http/caller.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

interface HidingRequest extends Pick<RouteRequest, 'command' | 'confirm'> {
  readonly caller: Caller;
  readonly params: { readonly id: AccountId };
}

/** Routes of blocked and muted profiles. */
export function hidingRoutes(system: ApiSystem): readonly AnyRoute[] {
  const change =
    (kind: HidingChange) =>
    async ({ caller, params, command, confirm }: HidingRequest): Promise<contract.Hiding> => {
      const context = command(system.ids.next());
      const { state } = await confirm(await changeHiding(system, caller, kind, params.id, context));
      return {
        idProfile: params.id,
        isBlocked: state.blockers.includes(caller.id),
        isMuted: state.muters.includes(caller.id),
      };
    };

  return [
    route(contract.blockProfile, change('block')),
    route(contract.unblockProfile, change('unblock')),
    route(contract.muteProfile, change('mute')),
    route(contract.unmuteProfile, change('unmute')),
    route(contract.hiddenProfiles, async (request) => {
      const db = withReadPosition(system.pool, request);
      return respondWithPage(
        await listHiddenProfiles(db, request.caller.id, toPaging(request.query)),
        request,
      );
    }),
  ];
}
