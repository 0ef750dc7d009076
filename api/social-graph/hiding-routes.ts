import { missingProfile } from '../../domain/accounts/rules.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { bondOf, handleBond } from '../../domain/social-graph/bonds.ts';
import type { ChangeBlock, ChangeMute } from '../../domain/social-graph/commands.ts';
import { profileById } from '../../projections/accounts/profiles/query.ts';
import { hiddenProfilesPage, hidingCount } from '../../projections/social-graph/hidden/query.ts';
import * as contract from '../contract/hidden-profiles.ts';
import type { Caller } from '../http/caller.ts';
import { ApiFailure, missing, rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** What each reader may hide: their feeds look through all of it. */
const MOST_HIDDEN = 1_000;

interface Asked extends Pick<RouteRequest, 'command' | 'visible'> {
  readonly caller: Caller;
  readonly params: { readonly id: AccountId };
}

const ADDS: ReadonlySet<string> = new Set(['BlockAccount', 'MuteAccount']);

const tooMany = () =>
  new ApiFailure(400, 'TOO_MANY_HIDDEN', `You cannot block or mute more than ${MOST_HIDDEN} profiles.`);

/** Routes of whom one blocks and mutes. */
export function hidingRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, handler, ids } = system;

  /** Whom one has hidden can be shown again, even when they are out of sight meanwhile. */
  async function demandProfile(caller: Caller, id: AccountId): Promise<void> {
    if (await profileById(pool, caller, id)) return;
    const { blockers, muters } = await bondOf(handler, caller.id, id);
    if (![...blockers, ...muters].includes(caller.id)) throw missing(missingProfile);
  }

  async function carriedOut(
    wish: ChangeBlock | ChangeMute,
    { caller, params, command, visible }: Asked,
  ): Promise<contract.Hiding> {
    await demandProfile(caller, params.id);
    if (ADDS.has(wish.type) && (await hidingCount(pool, caller.id)) >= MOST_HIDDEN) throw tooMany();
    const handled = await handleBond(handler, wish, command(ids.next()));
    if (!handled.accepted) throw rejected(handled.rejection);
    await visible(handled.position, 'hidden', 'follows', 'notifications');
    const { blockers, muters } = handled.state;
    return {
      idProfile: params.id,
      isBlocked: blockers.includes(caller.id),
      isMuted: muters.includes(caller.id),
    };
  }

  const block = (type: ChangeBlock['type']) => (request: Asked) =>
    carriedOut({ type, blockerId: request.caller.id, blockedId: request.params.id }, request);
  const mute = (type: ChangeMute['type']) => (request: Asked) =>
    carriedOut({ type, muterId: request.caller.id, mutedId: request.params.id }, request);

  return [
    route(contract.blockProfile, block('BlockAccount')),
    route(contract.unblockProfile, block('UnblockAccount')),
    route(contract.muteProfile, mute('MuteAccount')),
    route(contract.unmuteProfile, mute('UnmuteAccount')),
    route(contract.hiddenProfiles, async (request) =>
      itemsOf(await hiddenProfilesPage(pool, request.caller.id, pagingOf(request.query)), request),
    ),
  ];
}
