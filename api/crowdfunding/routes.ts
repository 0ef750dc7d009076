import { canSeeAllCrowdfundings, canSeeCrowdfunding, donate } from '../../application/crowdfunding.ts';
import * as contract from '../../contract/crowdfunding.ts';
import type { CrowdfundingCommand } from '../../domain/crowdfunding/commands.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { CommandContext } from '../../domain/handle.ts';
import * as query from '../../projections/crowdfunding/crowdfundings/query.ts';
import { listDonations } from '../../projections/crowdfunding/donations/query.ts';
import { loadProfile } from '../accounts/load-profile.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { sendPicture } from '../http/picture.ts';
import { defineRoute, defineSharedRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { waitForRelease } from '../http/worker-effects.ts';
import { createCrowdfundingCreationRoute } from './create.ts';
import { loadChangedCrowdfunding, loadVisibleCrowdfunding } from './load.ts';
import { createUpdateRoutes } from './updates.ts';

/** Creates the routes for campaigns and donations. */
export function createCrowdfundingRoutes(system: ApiSystem): readonly Route[] {
  const { pool, handler } = system;

  async function executeCommand(
    command: CrowdfundingCommand,
    context: CommandContext,
    request: Pick<RouteRequest, 'caller' | 'confirm' | 'http'>,
  ): Promise<contract.Crowdfunding> {
    const { caller, confirm } = request;
    const { crowdfundingId } = command;
    const result = await handler.handle(crowdfundingDecider, crowdfundingId, command, context);
    // Callers who are not allowed to see the campaign get 404 instead of 403.
    if (!result.accepted && result.rejection.kind === 'forbidden')
      await loadVisibleCrowdfunding(pool, caller, crowdfundingId);
    await confirm(result);
    return loadChangedCrowdfunding(withReadPosition(pool, request), caller, crowdfundingId);
  }

  return [
    createCrowdfundingCreationRoute(system),
    ...createUpdateRoutes(system),

    defineRoute(contract.donate, (request) =>
      request.runIdempotently(async (commandId) => {
        const { caller, params, query: input, createContext, confirm } = request;
        const { crowdfundingId } = params;
        const donation = { donationId: commandId, crowdfundingId, ...input };
        const { state } = await confirm(await donate(system, caller, donation, createContext({ commandId })));
        const db = withReadPosition(pool, request);
        return {
          donationId: donation.donationId,
          walletCoins: state.balance,
          crowdfunding: await loadChangedCrowdfunding(db, caller, crowdfundingId),
        };
      }),
    ),

    defineSharedRoute(contract.getDonations, async (request) => {
      const { caller, params } = request;
      await loadVisibleCrowdfunding(pool, caller, params.crowdfundingId);
      const paging = toPaging(request.query);
      return respondWithPage(await listDonations(pool, caller, params.crowdfundingId, paging), request);
    }),

    defineSharedRoute(
      contract.activeCrowdfundings,
      async (request) => {
        const { state, sort, text, ...paging } = request.query;
        const db = withReadPosition(pool, request);
        const page = await query.listCrowdfundings(
          db,
          request.caller,
          { state, sort, text },
          toPaging(paging),
        );
        return respondWithPage(page, request);
      },
      // The campaigns that end first depend on the time.
      { getVariant: ({ state, sort }) => `${state} ${sort}` },
    ),

    defineSharedRoute(contract.getCrowdfunding, (request) =>
      loadVisibleCrowdfunding(withReadPosition(pool, request), request.caller, request.params.id),
    ),

    defineRoute(contract.getCrowdfundingImage, async (request) => {
      const { caller, params, http } = request;
      const crowdfunding = await loadVisibleCrowdfunding(pool, caller, params.id);
      return sendPicture(http, system.privateData.pictures, {
        subjectId: params.id,
        reference: await query.findCrowdfundingPicture(pool, params.id),
        query: request.query,
        isPublic: canSeeCrowdfunding(null, crowdfunding),
      });
    }),

    defineSharedRoute(contract.profileCrowdfundings, async (request) => {
      const { caller, params } = request;
      const { id } = await loadProfile(pool, caller, params.nickname);
      const isEveryStatusVisible = canSeeAllCrowdfundings(caller, id);
      const paging = toPaging(request.query);
      const db = withReadPosition(pool, request);
      const page = await query.listCreatorCrowdfundings(db, caller, id, isEveryStatusVisible, paging);
      return respondWithPage(page, request);
    }),

    defineRoute(contract.cancelCrowdfunding, (request) => {
      const { caller, params, createContext } = request;
      const cancelCommand = {
        type: 'CancelCrowdfunding',
        crowdfundingId: params.id,
        accountId: caller.id,
      } as const;
      return executeCommand(cancelCommand, createContext(), request);
    }),

    defineRoute(contract.closeCrowdfunding, async (request) => {
      const { caller, params, createContext, http } = request;
      const { id: crowdfundingId } = params;
      const startedAtMs = Date.now();
      const closeCommand = { type: 'CloseCrowdfunding', crowdfundingId, accountId: caller.id } as const;
      const crowdfunding = await executeCommand(closeCommand, createContext(), request);
      if (!(await waitForRelease(system, crowdfundingId, startedAtMs))) http.set('X-Read-Model', 'behind');
      return crowdfunding;
    }),

    defineRoute(contract.pendingCrowdfundings, async (request) => {
      const db = withReadPosition(pool, request);
      return respondWithPage(await query.listPendingCrowdfundings(db, toPaging(request.query)), request);
    }),

    defineRoute(contract.approveCrowdfunding, (request) => {
      const { caller, params, body, createContext } = request;
      const context = createContext({ reason: body.reason });
      const approveCommand = {
        type: 'ApproveCrowdfunding',
        crowdfundingId: params.id,
        staffId: caller.id,
        at: context.occurredAt,
      } as const;
      return executeCommand(approveCommand, context, request);
    }),

    defineRoute(contract.declineCrowdfunding, (request) => {
      const { caller, params, body, createContext } = request;
      const declineCommand = {
        type: 'DeclineCrowdfunding',
        crowdfundingId: params.id,
        staffId: caller.id,
      } as const;
      return executeCommand(declineCommand, createContext({ reason: body.reason }), request);
    }),

    defineRoute(contract.cancelCrowdfundingAsStaff, (request) => {
      const { params, body, createContext } = request;
      const cancelCommand = { type: 'CancelCrowdfundingAsStaff', crowdfundingId: params.id } as const;
      return executeCommand(cancelCommand, createContext({ reason: body.reason }), request);
    }),
  ];
}
