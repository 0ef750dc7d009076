import * as application from '../../application/crowdfunding.ts';
import { type Crowdfunding, createCrowdfunding } from '../../contract/crowdfunding.ts';
import type { CrowdfundingEvent } from '../../domain/crowdfunding/events.ts';
import { findCrowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { toImage } from '../../projections/pictures.ts';
import { type Caller, toProfileSummary } from '../http/caller.ts';
import { withReadPosition } from '../http/paging.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type CrowdfundingBody = RouteRequest<typeof createCrowdfunding>['body'];

/** The read model may not contain the campaign yet. */
const createCrowdfundingResponse = (
  caller: Caller,
  id: string,
  { imageBase64: _, imageFocus: __, ...form }: CrowdfundingBody,
  createdDate: string,
  [creationEvent]: readonly CrowdfundingEvent[],
): Crowdfunding => {
  const { idProfile, profileName, nickname, avatar } = toProfileSummary(caller);
  return {
    id,
    ...form,
    status: 'PENDING',
    createdDate,
    startDate: null,
    endDate: null,
    currentAmount: 0,
    numDonations: 0,
    creator: { idProfile, profileName, nickname, ...(avatar && { avatar }) },
    creatorActive: true,
    ...(creationEvent?.type === 'CrowdfundingCreated' && { image: toImage(creationEvent.data) }),
  };
};

/**
 * Creates the route that creates campaigns. The command id is the crowdfunding id, so a repeated request finds it.
 */
export const createCrowdfundingCreationRoute = (system: ApiSystem): Route =>
  defineRoute(createCrowdfunding, (request) =>
    request.runIdempotently(async (crowdfundingId) => {
      const { caller, body, createContext, confirm } = request;
      const context = createContext({ commandId: crowdfundingId });
      const form = { ...body, crowdfundingId, creatorId: caller.id };
      const { events } = await confirm(await application.createCrowdfunding(system, form, context));
      const db = withReadPosition(system.pool, request);
      const existingCrowdfunding =
        events.length > 0 ? null : await findCrowdfundingById(db, caller, crowdfundingId);
      return (
        existingCrowdfunding ??
        createCrowdfundingResponse(caller, crowdfundingId, body, context.occurredAt, events)
      );
    }),
  );
