import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { crowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { type Crowdfunding, createCrowdfunding } from '../contract/crowdfunding.ts';
import { type Caller, summaryOf } from '../http/caller.ts';
import { rejected } from '../http/failure.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type Form = RouteRequest<typeof createCrowdfunding>['body'];

/** A campaign that nobody has seen yet. */
const freshCrowdfunding = (
  caller: Caller,
  id: string,
  { imageBase64: _, ...form }: Form,
  createdDate: string,
): Crowdfunding => {
  const { idProfile, profileName, nickname } = summaryOf(caller);
  return {
    id,
    ...form,
    status: 'PENDING',
    createdDate,
    startDate: null,
    endDate: null,
    currentAmount: 0,
    numDonations: 0,
    creator: { idProfile, profileName, nickname },
    creatorActive: true,
  };
};

/**
 * Creating a campaign. Its id is that of its command, so that a repeated request finds it again. The picture is kept
 * before the event that tells of it, so that no campaign is ever without.
 */
export const createCrowdfundingRoute = (system: ApiSystem): AnyRoute =>
  route(createCrowdfunding, ({ caller, body, command, visible, once }) =>
    once(async (crowdfundingId) => {
      const { pictures, privateData, handler, pool } = system;
      const { imageBase64, ...form } = body;
      const picture = await pictures.shrink(imageBase64);
      const imageHash = await privateData.pictures.keep(crowdfundingId, caller.id, picture);
      const context = command(crowdfundingId);
      const handled = await handler.handle(
        crowdfundingDecider,
        crowdfundingId,
        { type: 'CreateCrowdfunding', crowdfundingId, creatorId: caller.id, ...form, imageHash },
        context,
      );
      if (!handled.accepted) {
        await privateData.pictures.forget(crowdfundingId);
        throw rejected(handled.rejection);
      }
      await visible(handled.position, 'crowdfundings', 'settlement');
      const known = handled.events.length > 0 ? null : await crowdfundingById(pool, caller, crowdfundingId);
      return known ?? freshCrowdfunding(caller, crowdfundingId, body, context.occurredAt);
    }),
  );
