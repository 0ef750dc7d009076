import type { CrowdfundingCommand } from '../../domain/crowdfunding/commands.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { acceptsDonations } from '../../domain/crowdfunding/state.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { CrowdfundingId } from '../../domain/kernel/ids.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/crowdfunding/crowdfundings/query.ts';
import { donationsPage } from '../../projections/crowdfunding/donations/query.ts';
import * as contract from '../contract/crowdfunding.ts';
import { missingCrowdfunding } from '../contract/crowdfunding.ts';
import { missingProfile } from '../contract/fields.ts';
import type { Caller } from '../http/caller.ts';
import { missing, rejected } from '../http/failure.ts';
import { answerPicture } from '../http/picture.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { createCrowdfundingRoute } from './create.ts';
import { maySee, seesAllOf } from './policy.ts';
import { isReleased } from './released.ts';

/** Routes of campaigns. */
export function crowdfundingRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, handler, ids, clock } = system;

  async function stored(id: CrowdfundingId): Promise<contract.Crowdfunding> {
    const found = await query.crowdfundingById(pool, id);
    if (!found) throw missing(missingCrowdfunding);
    return found;
  }

  async function visibleTo(caller: Caller | null, id: CrowdfundingId): Promise<contract.Crowdfunding> {
    const found = await stored(id);
    if (!maySee(caller, found)) throw missing(missingCrowdfunding);
    return found;
  }

  async function carriedOut(
    command: CrowdfundingCommand,
    context: CommandContext,
    visible: RouteRequest['visible'],
  ): Promise<contract.Crowdfunding> {
    const { crowdfundingId } = command;
    const handled = await handler.handle(crowdfundingDecider, crowdfundingId, command, context);
    if (!handled.accepted) throw rejected(handled.rejection);
    await visible(handled.position, 'crowdfundings', 'notifications');
    return stored(crowdfundingId);
  }

  return [
    createCrowdfundingRoute(system),

    route(contract.donate, ({ caller, params, query: asked, command, visible, once }) =>
      once(async (commandId) => {
        const { crowdfundingId } = params;
        const { state } = await handler.load(crowdfundingDecider, crowdfundingId);
        if (state.status === 'NONE') throw missing(missingCrowdfunding);
        const target = {
          crowdfundingId,
          creatorId: state.creatorId,
          acceptsDonations: acceptsDonations(state, clock.now()),
        };
        const handled = await handler.handle(
          walletDecider,
          caller.id,
          {
            type: 'DonateCoins',
            accountId: caller.id,
            donationId: commandId,
            amount: asked.amount,
            target,
          },
          command(commandId),
        );
        if (!handled.accepted) throw rejected(handled.rejection);
        await visible(handled.position, 'wallets', 'crowdfundings', 'journal', 'notifications');
        return { walletCoins: handled.state.balance, crowdfunding: await stored(crowdfundingId) };
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

    route(contract.cancelCrowdfunding, ({ caller, params, command, visible }) =>
      carriedOut(
        { type: 'CancelCrowdfunding', crowdfundingId: params.id, accountId: caller.id },
        command(ids.next()),
        visible,
      ),
    ),

    route(contract.closeCrowdfunding, async ({ caller, params, command, visible, http }) => {
      const { id: crowdfundingId } = params;
      const since = Date.now();
      const close = { type: 'CloseCrowdfunding', crowdfundingId, accountId: caller.id } as const;
      const closed = await carriedOut(close, command(ids.next()), visible);
      if (!(await isReleased(system, crowdfundingId, since))) http.set('X-Read-Model', 'behind');
      return closed;
    }),

    route(contract.pendingCrowdfundings, async (request) =>
      itemsOf(await query.pendingCrowdfundings(pool, pagingOf(request.query)), request),
    ),

    route(contract.approveCrowdfunding, ({ caller, params, body, command, visible }) =>
      carriedOut(
        { type: 'ApproveCrowdfunding', crowdfundingId: params.id, staffId: caller.id, at: clock.now() },
        command(ids.next(), { staff: true, ...body }),
        visible,
      ),
    ),

    route(contract.declineCrowdfunding, ({ caller, params, body, command, visible }) =>
      carriedOut(
        { type: 'DeclineCrowdfunding', crowdfundingId: params.id, staffId: caller.id },
        command(ids.next(), { staff: true, ...body }),
        visible,
      ),
    ),
  ];
}
