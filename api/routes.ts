import { calls } from '../contract/calls.ts';
import { accountRoutes } from './accounts/routes.ts';
import { adoptionRoutes } from './adoption/routes.ts';
import type { ReadMarker } from './conversations/read-marker.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { coinTrailRoutes } from './crowdfunding/coin-trail.ts';
import { crowdfundingRoutes } from './crowdfunding/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { AnyRoute } from './http/route.ts';
import type { ApiSystem } from './http/system.ts';
import { adjustmentRoutes } from './ledger/adjustment-routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { suspenseRoutes } from './ledger/suspense-routes.ts';
import type { LogBroadcast } from './live/log-broadcast.ts';
import type { LiveStreams } from './live/routes.ts';
import { reportRoutes } from './moderation/report-routes.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { takeDownRoutes } from './moderation/take-down-routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { postRoutes } from './posts/routes.ts';
import type { ViewCounter } from './posts/views.ts';
import { sharingRoutes } from './sharing/routes.ts';
import { hidingRoutes } from './social-graph/hiding-routes.ts';
import { socialGraphRoutes } from './social-graph/routes.ts';
import { walletRoutes } from './wallet/routes.ts';

/**
 * Returns a route for every call of the contract.
 * @throws Error when a call has no route or more than one
 */
export function createRoutes(
  system: ApiSystem,
  broadcast: LogBroadcast,
  views: ViewCounter,
  live: LiveStreams,
  readMarker: ReadMarker,
): readonly AnyRoute[] {
  const routes = [
    ...accountRoutes(system),
    ...postRoutes(system, views),
    ...socialGraphRoutes(system),
    ...hidingRoutes(system),
    ...conversationRoutes(system, broadcast, readMarker),
    ...notificationRoutes(system),
    ...paymentRoutes(system),
    ...walletRoutes(system),
    ...crowdfundingRoutes(system),
    ...adoptionRoutes(system),
    ...coinTrailRoutes(system),
    ...moderationRoutes(system),
    ...reportRoutes(system),
    ...takeDownRoutes(system),
    ...ledgerRoutes(system),
    ...adjustmentRoutes(system),
    ...suspenseRoutes(system),
    ...live.routes,
    ...sharingRoutes(system),
    ...healthRoutes(system),
  ];
  const answered = routes.map((route) => route.call.name).sort();
  const asked = calls.map((call) => call.name).sort();
  if (answered.join() !== asked.join())
    throw new Error(`The contract asks for ${asked.join(', ')}, but answered are ${answered.join(', ')}.`);
  return routes;
}
