import { publishUpdate } from '../../application/crowdfunding.ts';
import * as contract from '../../contract/crowdfunding.ts';
import { postNotFound } from '../../domain/posts/rules.ts';
import { toImageField } from '../../projections/pictures.ts';
import {
  findPostPicture,
  findPostUnlessBlocked,
  listCrowdfundingUpdates,
} from '../../projections/posts/posts/query.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging, withReadPosition } from '../http/paging.ts';
import { sendPicture } from '../http/picture.ts';
import { defineRoute, defineSharedRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { THROTTLE_RULES } from '../http/throttling.ts';
import { createPostResponse, loadPublishedPost } from '../posts/publish.ts';
import { loadVisibleCrowdfunding } from './load.ts';

/** Creates the routes for campaign updates and their pictures. */
export const createUpdateRoutes = (system: ApiSystem): readonly Route[] => [
  defineSharedRoute(contract.getUpdates, async (request) => {
    const { caller, params } = request;
    await loadVisibleCrowdfunding(system.pool, caller, params.id);
    const db = withReadPosition(system.pool, request);
    const page = await listCrowdfundingUpdates(db, caller, params.id, toPaging(request.query));
    return respondWithPage(page, request);
  }),

  defineRoute(
    contract.postUpdate,
    ({ caller, params, body, createContext, confirm, runIdempotently }) =>
      runIdempotently(async (postId) => {
        const crowdfundingId = params.id;
        const context = createContext({ commandId: postId });
        const update = { postId, crowdfundingId, ...body };
        const publishResult = await confirm(await publishUpdate(system, caller, update, context));
        const [publishedEvent] = publishResult.events;
        const newPost = createPostResponse(caller, {
          id: postId,
          text: body.text,
          idParent: null,
          pubDate: context.occurredAt,
        });
        return loadPublishedPost(system, caller, publishResult, {
          ...newPost,
          update: {
            crowdfundingId,
            hasPicture: body.imageBase64 !== undefined,
            ...toImageField(publishedEvent?.type === 'PostPublished' ? publishedEvent.data : {}),
          },
        });
      }),
    [THROTTLE_RULES.posts],
  ),

  defineRoute(contract.getUpdatePicture, async ({ caller, params: { id }, query, http }) => {
    if (!(await findPostUnlessBlocked(system.pool, caller, id))) throw createNotFoundFailure(postNotFound);
    const isPublic = caller === null || (await findPostUnlessBlocked(system.pool, null, id)) !== null;
    const reference = await findPostPicture(system.pool, id);
    return sendPicture(http, system.privateData.pictures, { subjectId: id, reference, query, isPublic });
  }),
];
