import { accountDecider } from '../../domain/accounts/decide.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { awaitingOrganizations } from '../../projections/accounts/profiles/query.ts';
import * as contract from '../contract/moderation.ts';
import { rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type Decision = 'ApproveOrganization' | 'DeclineOrganization';

/** Routes of what staff decide. */
export function moderationRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { handler, ids, pool, privateData } = system;

  async function decideOn(
    type: Decision,
    accountId: AccountId,
    reason: string | undefined,
    { command, visible }: Pick<RouteRequest, 'command' | 'visible'>,
  ): Promise<void> {
    const context = command(ids.next(), { staff: true, reason });
    const handled = await handler.handle(accountDecider, accountId, { type, accountId }, context);
    if (!handled.accepted) throw rejected(handled.rejection);
    await visible(handled.position, 'profiles', 'follows');
  }

  return [
    route(contract.awaitingOrganizations, async (request) =>
      itemsOf(await awaitingOrganizations(pool, request.caller, pagingOf(request.query)), request),
    ),

    route(contract.approveOrganization, async (request) => {
      await decideOn('ApproveOrganization', request.params.id, request.body.reason, request);
      return { message: 'The organization has been successfully approved.' };
    }),

    route(contract.declineOrganization, async (request) => {
      const { id } = request.params;
      await decideOn('DeclineOrganization', id, request.body.reason, request);
      await privateData.registry.erase(id);
      return { message: 'The organization has been successfully declined.' };
    }),
  ];
}
