import type { AccountCommand } from '../../domain/accounts/commands.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { isClosed } from '../../domain/accounts/state.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { awaitingOrganizations, deactivatedProfiles } from '../../projections/accounts/profiles/query.ts';
import { figuresOf } from '../../projections/moderation/analytics/query.ts';
import * as contract from '../contract/moderation.ts';
import { rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { areCancelled } from './cancelled-campaigns.ts';

type Decision = Extract<
  AccountCommand,
  { type: 'ApproveOrganization' | 'DeclineOrganization' | 'ReactivateAccount' | 'BanAccount' }
>;

/** Routes of what staff decide. */
export function moderationRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { handler, ids, pool, privateData, clock, security } = system;

  async function decideOn(
    decision: Decision,
    reason: string | undefined,
    { command, visible }: Pick<RouteRequest, 'command' | 'visible'>,
  ): Promise<void> {
    const context = command(ids.next(), { staff: true, reason });
    const handled = await handler.handle(accountDecider, decision.accountId, decision, context);
    if (!handled.accepted) throw rejected(handled.rejection);
    await visible(handled.position, 'profiles', 'follows', 'crowdfundings', 'notifications');
  }

  /** Sessions that a login opened while the account was being closed would stand again; they go first. */
  async function closeSessionsOfClosed(accountId: AccountId): Promise<void> {
    const { state } = await handler.load(accountDecider, accountId);
    if (isClosed(state)) await privateData.sessions.closeAllOf(accountId);
  }

  return [
    route(contract.awaitingOrganizations, async (request) => {
      const page = await awaitingOrganizations(pool, request.caller, pagingOf(request.query));
      const organizations = itemsOf(page, request);
      const reviews = await privateData.registry.reviewsOf(organizations.map(({ id }) => id));
      return organizations.flatMap((organization) => {
        const review = reviews.get(organization.id);
        if (!review) return [];
        const { name, surnames, ...rest } = review;
        return [{ ...organization, ...rest, person: { name, surnames } }];
      });
    }),

    route(contract.approveOrganization, async (request) => {
      const { params, body } = request;
      await decideOn({ type: 'ApproveOrganization', accountId: params.id }, body.reason, request);
      return { message: 'The organization has been successfully approved.' };
    }),

    route(contract.declineOrganization, async (request) => {
      const { id } = request.params;
      await decideOn({ type: 'DeclineOrganization', accountId: id }, request.body.reason, request);
      await privateData.registry.erase(id);
      const { caller, clientNetwork: network } = request;
      security.record({ kind: 'account-erased', accountId: caller.id, network, subjectId: id });
      return { message: 'The organization has been successfully declined.' };
    }),

    route(contract.deactivatedProfiles, async (request) => {
      const { nickname = '' } = request.query;
      const page = await deactivatedProfiles(pool, request.caller, nickname, pagingOf(request.query));
      return itemsOf(page, request);
    }),

    route(contract.reactivateProfile, async (request) => {
      const { id } = request.params;
      await closeSessionsOfClosed(id);
      await decideOn({ type: 'ReactivateAccount', accountId: id }, request.body.reason, request);
      return { message: 'The account has been successfully reactivated.' };
    }),

    route(contract.banProfile, async (request) => {
      const { id: accountId } = request.params;
      const { reason, cancelCampaigns: cancelCrowdfundings = false } = request.body;
      await decideOn({ type: 'BanAccount', accountId, cancelCrowdfundings }, reason, request);
      await privateData.sessions.closeAllOf(accountId);
      await privateData.devices.forgetAllOf(accountId);
      if (cancelCrowdfundings && !(await areCancelled(system, accountId)))
        request.http.set('X-Read-Model', 'behind');
      return { message: 'The account has been successfully banned.' };
    }),

    route(contract.getAnalytics, async () => {
      const { series, ...figures } = await figuresOf(pool, clock.now());
      return { ...figures, series: [...series] };
    }),
  ];
}
