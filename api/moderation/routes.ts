import { banAccount, declineOrganization, reactivateAccount } from '../../application/accounts.ts';
import * as contract from '../../contract/moderation.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import {
  listAwaitingOrganizations,
  searchDeactivatedProfiles,
} from '../../projections/accounts/staff-lists/query.ts';
import { getAnalytics } from '../../projections/moderation/analytics/query.ts';
import { requireRecentProof } from '../http/caller.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { waitForCancellations } from '../http/worker-effects.ts';

/** Creates the moderation routes: organizations, deactivated profiles, bans and analytics. */
export function createModerationRoutes(system: ApiSystem): readonly Route[] {
  const { pool, privateData, clock, security } = system;

  return [
    defineRoute(contract.awaitingOrganizations, async (request) => {
      const page = await listAwaitingOrganizations(pool, request.caller, toPaging(request.query));
      const organizations = respondWithPage(page, request);
      const reviews = await privateData.registry.findReviews(organizations.map(({ id }) => id));
      return organizations.flatMap((organization) => {
        const review = reviews.get(organization.id);
        if (!review) return [];
        const { name, surnames, ...details } = review;
        return [{ ...organization, ...details, person: { name, surnames } }];
      });
    }),

    defineRoute(contract.approveOrganization, async (request) => {
      const { params, body, createContext, execute } = request;
      const approveCommand = { type: 'ApproveOrganization', accountId: params.id } as const;
      await execute(accountDecider, params.id, approveCommand, createContext({ reason: body.reason }));
      return { message: 'The organization has been successfully approved.' };
    }),

    defineRoute(contract.declineOrganization, async (request) => {
      const { id } = request.params;
      const context = request.createContext({ reason: request.body.reason });
      await request.confirm(await declineOrganization(system, id, context));
      const { caller, clientNetwork: network } = request;
      security.record({ kind: 'account-erased', accountId: caller.id, network, subjectId: id });
      return { message: 'The organization has been successfully declined.' };
    }),

    defineRoute(contract.deactivatedProfiles, async (request) => {
      const { nickname = '' } = request.query;
      const db = withReadPosition(pool, request);
      const page = await searchDeactivatedProfiles(db, request.caller, nickname, toPaging(request.query));
      return respondWithPage(page, request);
    }),

    defineRoute(contract.reactivateProfile, async (request) => {
      const { params, body, createContext, confirm } = request;
      await confirm(await reactivateAccount(system, params.id, createContext({ reason: body.reason })));
      return { message: 'The account has been successfully reactivated.' };
    }),

    defineRoute(contract.banProfile, async (request) => {
      const { id: accountId } = request.params;
      const { reason, days, cancelCampaigns: shouldCancelCrowdfundings = false } = request.body;
      if (shouldCancelCrowdfundings) requireRecentProof(system, request.caller);
      const context = request.createContext({ reason });
      await request.confirm(
        await banAccount(system, accountId, { days, shouldCancelCrowdfundings }, context),
      );
      if (shouldCancelCrowdfundings && !(await waitForCancellations(system, accountId)))
        request.http.set('X-Read-Model', 'behind');
      return { message: `The account has been successfully ${days ? 'suspended' : 'banned'}.` };
    }),

    defineRoute(contract.getAnalytics, () => getAnalytics(pool, clock.now())),
  ];
}
