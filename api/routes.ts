import { calls } from '../contract/calls.ts';
import { createAccountRoutes } from './accounts/routes.ts';
import { createAdoptionRoutes } from './adoption/routes.ts';
import type { ReadMarker } from './conversations/read-marker.ts';
import { createConversationRoutes } from './conversations/routes.ts';
import { createCoinTrailRoutes } from './crowdfunding/coin-trail.ts';
import { createCrowdfundingRoutes } from './crowdfunding/routes.ts';
import { createHealthRoutes } from './health/routes.ts';
import type { Route } from './http/route.ts';
import type { ApiSystem } from './http/system.ts';
import { createAdjustmentRoutes } from './ledger/adjustment-routes.ts';
import { createLedgerRoutes } from './ledger/routes.ts';
import { createLegalRoutes } from './legal/texts.ts';
import type { LogBroadcast } from './live/log-broadcast.ts';
import type { LiveStreams } from './live/routes.ts';
import { createReportRoutes } from './moderation/report-routes.ts';
import { createModerationRoutes } from './moderation/routes.ts';
import { createTakeDownRoutes } from './moderation/take-down-routes.ts';
import { createNotificationRoutes } from './notifications/routes.ts';
import { createPaymentRoutes } from './payments/routes.ts';
import { createPostRoutes } from './posts/routes.ts';
import type { ViewCounter } from './posts/views.ts';
import { createSearchRoutes } from './search/routes.ts';
import { createSharingRoutes } from './sharing/routes.ts';
import { createSocialGraphRoutes } from './social-graph/routes.ts';
import { createWalletRoutes } from './wallet/routes.ts';

/**
 * Creates the routes for all calls of the contract.
 * @throws Error when a call has no route or more than one
 */
export function createRoutes(
  system: ApiSystem,
  broadcast: LogBroadcast,
  viewCounter: ViewCounter,
  liveStreams: LiveStreams,
  readMarker: ReadMarker,
): readonly Route[] {
  const routes = [
    ...createAccountRoutes(system),
    ...createPostRoutes(system, viewCounter),
    ...createSocialGraphRoutes(system),
    ...createConversationRoutes(system, broadcast, readMarker),
    ...createNotificationRoutes(system),
    ...createPaymentRoutes(system),
    ...createWalletRoutes(system),
    ...createCrowdfundingRoutes(system),
    ...createAdoptionRoutes(system),
    ...createCoinTrailRoutes(system),
    ...createModerationRoutes(system),
    ...createReportRoutes(system),
    ...createTakeDownRoutes(system),
    ...createLedgerRoutes(system),
    ...createAdjustmentRoutes(system),
    ...liveStreams.routes,
    ...createSearchRoutes(system, viewCounter),
    ...createSharingRoutes(system),
    ...createLegalRoutes(),
    ...createHealthRoutes(system),
  ];
  const implementedCalls = routes.map((route) => route.call.name).sort();
  const contractCalls = calls.map((call) => call.name).sort();
  if (implementedCalls.join() !== contractCalls.join())
    throw new Error(
      `The contract has the calls ${contractCalls.join(', ')}, but the routes are ${implementedCalls.join(', ')}.`,
    );
  return routes;
}
