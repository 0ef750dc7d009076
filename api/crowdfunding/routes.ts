import { canSee, canSeeAll, donate } from '../../application/crowdfunding.ts';
import * as contract from '../../contract/crowdfunding.ts';
import { profileNotFound } from '../../domain/accounts/rules.ts';
import type { CrowdfundingCommand } from '../../domain/crowdfunding/commands.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { crowdfundingNotFound } from '../../domain/crowdfunding/rules.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import { findProfileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/crowdfunding/crowdfundings/query.ts';
import { listDonations } from '../../projections/crowdfunding/donations/query.ts';
import type { Queryable } from '../../projections/queryable.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/failure.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { sendPicture } from '../http/picture.ts';
import { type AnyRoute, type RouteRequest, route, sharedRoute } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { waitForRelease } from '../http/worker-effects.ts';
import { createCrowdfundingRoute } from './create.ts';

async function loadCrowdfunding(
  db: Queryable,
  caller: Caller | null,
  id: CrowdfundingId,
): Promise<contract.Crowdfunding> {
  const found = await query.findCrowdfundingById(db, caller, id);
  if (!found) throw notFound(crowdfundingNotFound);
  return found;
}

async function loadVisible(
  db: Queryable,
  caller: Caller | null,
  id: CrowdfundingId,
): Promise<contract.Crowdfunding> {
  const found = await loadCrowdfunding(db, caller, id);
  if (!canSee(caller, found)) throw notFound(crowdfundingNotFound);
  return found;
}

/** Crowdfunding routes. */
export function crowdfundingRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, handler, ids, clock } = system;

  async function executeCommand(
    command: CrowdfundingCommand,
    context: CommandContext,
    request: Pick<RouteRequest, 'caller' | 'confirm' | 'http'>,
  ): Promise<contract.Crowdfunding> {
    const { caller, confirm } = request;
    const { crowdfundingId } = command;
    const handled = await handler.handle(crowdfundingDecider, crowdfundingId, command, context);
    // Callers who may not see the campaign get 404 instead of 403.
    if (!handled.accepted && handled.rejection.kind === 'forbidden')
      await loadVisible(pool, caller, crowdfundingId);
    await confirm(handled);
    return loadCrowdfunding(withReadPosition(pool, request), caller, crowdfundingId);
  }

  return [
    createCrowdfundingRoute(system),

    route(contract.donate, (request) =>
      request.runIdempotently(async (commandId) => {
        const { caller, params, query: asked, command, confirm } = request;
        const { crowdfundingId } = params;
        const donation = { donationId: commandId, crowdfundingId, ...asked };
        const { state } = await confirm(await donate(system, caller, donation, command(commandId)));
        const db = withReadPosition(pool, request);
        return {
          donationId: donation.donationId,
          walletCoins: state.balance,
          crowdfunding: await loadCrowdfunding(db, caller, crowdfundingId),
        };
      }),
    ),

    sharedRoute(contract.getDonations, async (request) => {
      const { caller, params } = request;
      await loadVisible(pool, caller, params.crowdfundingId);
      const paging = toPaging(request.query);
      return respondWithPage(await listDonations(pool, caller, params.crowdfundingId, paging), request);
    }),

    sharedRoute(contract.activeCrowdfundings, async (request) => {
      const { state, sort, text, ...paging } = request.query;
      const db = withReadPosition(pool, request);
      const page = await query.listCrowdfundings(db, request.caller, { state, sort, text }, toPaging(paging));
      return respondWithPage(page, request);
    }),

    sharedRoute(contract.getCrowdfunding, (request) =>
      loadVisible(withReadPosition(pool, request), request.caller, request.params.id),
    ),

    route(contract.getCrowdfundingImage, async ({ caller, params: { id }, http }) => {
      const found = await loadVisible(pool, caller, id);
      const hash = await query.findPictureHash(pool, id);
      const picture = await system.privateData.pictures.find(id);
      return sendPicture(http, picture, hash ?? '', canSee(null, found));
    }),

    sharedRoute(contract.profileCrowdfundings, async (request) => {
      const { caller, params } = request;
      const profile = await findProfileByKey(pool, caller, params.nickname);
      if (!profile) throw notFound(profileNotFound);
      const all = canSeeAll(caller, profile.id);
      const paging = toPaging(request.query);
      const db = withReadPosition(pool, request);
      const page = await query.listCreatorCrowdfundings(db, caller, profile.id, all, paging);
      return respondWithPage(page, request);
    }),

    route(contract.cancelCrowdfunding, (request) => {
      const { caller, params, command } = request;
      const cancel = { type: 'CancelCrowdfunding', crowdfundingId: params.id, accountId: caller.id } as const;
      return executeCommand(cancel, command(ids.next()), request);
    }),

    route(contract.closeCrowdfunding, async (request) => {
      const { caller, params, command, http } = request;
      const { id: crowdfundingId } = params;
      const since = Date.now();
      const close = { type: 'CloseCrowdfunding', crowdfundingId, accountId: caller.id } as const;
      const closed = await executeCommand(close, command(ids.next()), request);
      if (!(await waitForRelease(system, crowdfundingId, since))) http.set('X-Read-Model', 'behind');
      return closed;
    }),

    route(contract.pendingCrowdfundings, async (request) => {
      const db = withReadPosition(pool, request);
      return respondWithPage(await query.listPendingCrowdfundings(db, toPaging(request.query)), request);
    }),

    route(contract.approveCrowdfunding, (request) => {
      const { caller, params, body, command } = request;
      const approve = {
        type: 'ApproveCrowdfunding',
        crowdfundingId: params.id,
        staffId: caller.id,
        at: clock.now(),
      } as const;
      return executeCommand(approve, command(ids.next(), { staff: true, ...body }), request);
    }),

    route(contract.declineCrowdfunding, (request) => {
      const { caller, params, body, command } = request;
      const decline = {
        type: 'DeclineCrowdfunding',
        crowdfundingId: params.id,
        staffId: caller.id,
      } as const;
      return executeCommand(decline, command(ids.next(), { staff: true, ...body }), request);
    }),

    route(contract.cancelCrowdfundingAsStaff, (request) => {
      const { params, body, command } = request;
      const cancel = { type: 'CancelCrowdfundingAsStaff', crowdfundingId: params.id } as const;
      return executeCommand(cancel, command(ids.next(), { staff: true, ...body }), request);
    }),
  ];
}
