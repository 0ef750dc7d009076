import { donate, maySee, seesAllOf } from '../../application/crowdfunding.ts';
import * as contract from '../../contract/crowdfunding.ts';
import { missingProfile } from '../../domain/accounts/rules.ts';
import type { CrowdfundingCommand } from '../../domain/crowdfunding/commands.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { missingCrowdfunding } from '../../domain/crowdfunding/rules.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/crowdfunding/crowdfundings/query.ts';
import { donationsPage } from '../../projections/crowdfunding/donations/query.ts';
import type { Caller } from '../http/caller.ts';
import { missing } from '../http/failure.ts';
import { answerPicture } from '../http/picture.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { isReleased } from '../http/worker-effects.ts';
import { createCrowdfundingRoute } from './create.ts';

/** Crowdfunding routes. */
export function crowdfundingRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, handler, ids, clock } = system;

  async function stored(caller: Caller | null, id: CrowdfundingId): Promise<contract.Crowdfunding> {
    const found = await query.crowdfundingById(pool, caller, id);
    if (!found) throw missing(missingCrowdfunding);
    return found;
  }

  async function visibleTo(caller: Caller | null, id: CrowdfundingId): Promise<contract.Crowdfunding> {
    const found = await stored(caller, id);
    if (!maySee(caller, found)) throw missing(missingCrowdfunding);
    return found;
  }

  async function carriedOut(
    command: CrowdfundingCommand,
    context: CommandContext,
    { caller, confirm }: Pick<RouteRequest, 'caller' | 'confirm'>,
  ): Promise<contract.Crowdfunding> {
    const { crowdfundingId } = command;
    const handled = await handler.handle(crowdfundingDecider, crowdfundingId, command, context);
    // Callers who may not see the campaign get 404 instead of 403.
    if (!handled.accepted && handled.rejection.kind === 'forbidden') await visibleTo(caller, crowdfundingId);
    await confirm(handled);
    return stored(caller, crowdfundingId);
  }

  return [
    createCrowdfundingRoute(system),

    route(contract.donate, ({ caller, params, query: asked, command, confirm, once }) =>
      once(async (commandId) => {
        const { crowdfundingId } = params;
        const donation = { donationId: commandId, crowdfundingId, amount: asked.amount };
        const { state } = await confirm(await donate(system, caller, donation, command(commandId)));
        return { walletCoins: state.balance, crowdfunding: await stored(caller, crowdfundingId) };
      }),
    ),

    route(contract.getDonations, async (request) => {
      const { caller, params } = request;
      await visibleTo(caller, params.crowdfundingId);
      const paging = pagingOf(request.query);
      return itemsOf(await donationsPage(pool, caller, params.crowdfundingId, paging), request);
    }),

    route(contract.activeCrowdfundings, async (request) =>
      itemsOf(await query.activeCrowdfundings(pool, request.caller, pagingOf(request.query)), request),
    ),

    route(contract.getCrowdfunding, ({ caller, params }) => visibleTo(caller, params.id)),

    route(contract.getCrowdfundingImage, async ({ caller, params: { id }, http }) => {
      const found = await visibleTo(caller, id);
      const hash = await query.crowdfundingPictureHash(pool, id);
      const picture = await system.privateData.pictures.find(id);
      return answerPicture(http, picture, hash ?? '', maySee(null, found));
    }),

    route(contract.profileCrowdfundings, async (request) => {
      const { caller, params } = request;
      const profile = await profileByKey(pool, caller, params.nickname);
      if (!profile) throw missing(missingProfile);
      const all = seesAllOf(caller, profile.id);
      const paging = pagingOf(request.query);
      return itemsOf(await query.crowdfundingsOf(pool, caller, profile.id, all, paging), request);
    }),

    route(contract.cancelCrowdfunding, (request) => {
      const { caller, params, command } = request;
      const cancel = { type: 'CancelCrowdfunding', crowdfundingId: params.id, accountId: caller.id } as const;
      return carriedOut(cancel, command(ids.next()), request);
    }),

    route(contract.closeCrowdfunding, async (request) => {
      const { caller, params, command, http } = request;
      const { id: crowdfundingId } = params;
      const since = Date.now();
      const close = { type: 'CloseCrowdfunding', crowdfundingId, accountId: caller.id } as const;
      const closed = await carriedOut(close, command(ids.next()), request);
      if (!(await isReleased(system, crowdfundingId, since))) http.set('X-Read-Model', 'behind');
      return closed;
    }),

    route(contract.pendingCrowdfundings, async (request) =>
      itemsOf(await query.pendingCrowdfundings(pool, pagingOf(request.query)), request),
    ),

    route(contract.approveCrowdfunding, (request) => {
      const { caller, params, body, command } = request;
      const approve = {
        type: 'ApproveCrowdfunding',
        crowdfundingId: params.id,
        staffId: caller.id,
        at: clock.now(),
      } as const;
      return carriedOut(approve, command(ids.next(), { staff: true, ...body }), request);
    }),

    route(contract.declineCrowdfunding, (request) => {
      const { caller, params, body, command } = request;
      const decline = {
        type: 'DeclineCrowdfunding',
        crowdfundingId: params.id,
        staffId: caller.id,
      } as const;
      return carriedOut(decline, command(ids.next(), { staff: true, ...body }), request);
    }),

    route(contract.cancelCrowdfundingAsStaff, (request) => {
      const { params, body, command } = request;
      const cancel = { type: 'CancelCrowdfundingAsStaff', crowdfundingId: params.id } as const;
      return carriedOut(cancel, command(ids.next(), { staff: true, ...body }), request);
    }),
  ];
}
