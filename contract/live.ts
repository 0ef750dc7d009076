import { z } from 'zod';
import { defineCall } from './call.ts';
import { crowdfunding } from './crowdfunding.ts';
import { liveEndpoints } from './endpoints/live.ts';
import { count, id } from './fields.ts';
import { unreadNotifications } from './notifications.ts';

/**
 * Payloads of the hints about changes by others, by the name of the server-sent event. A hint is sent after
 * the read models show the change. Several quick changes of one entity may be combined into one hint.
 */
export const liveHints = {
  /**
   * The log was restored or has failed over. Cached data may no longer exist, so the client must refetch
   * it.
   */
  'everything-changed': z.object({}),
  'post-published': z.object({ id, authorId: id, parentId: id.nullable() }),
  'post-edited': z.object({ id, authorId: id, parentId: id.nullable() }),
  /** `position` is the position of the read model when the counters were read, as in `X-Read-Position`. */
  'post-changed': z.object({ id, comments: count, likes: count, views: count, position: count }),
  'post-deleted': z.object({ id, parentId: id.nullable(), position: count.optional() }),
  /** From now on, only the author and staff see the post. */
  'post-taken-down': z.object({ id, authorId: id, parentId: id.nullable(), position: count.optional() }),
  /** The post is visible to everybody again. */
  'post-restored': z.object({ id, authorId: id, parentId: id.nullable() }),
  /** Sent to everybody if the profile is visible, else only to its owner and staff. */
  'profile-changed': z.object({ id }),
  /** Sent to one account: its number of unread notifications, as in `getUnreadNotifications`. */
  'notifications-changed': unreadNotifications,
  /** Sent to one account: it has read a conversation, possibly on another device. */
  'conversation-read': z.object({ id }),
  /** Sent to one account: the other member has read its messages up to this one. */
  'messages-seen': z.object({ conversationId: id, messageId: id }),
  /**
   * Sent to everybody for a public campaign, and only to its creator and staff for a declined one. `position` is as in
   * `post-changed`.
   */
  'crowdfunding-changed': crowdfunding
    .pick({ id: true, status: true, currentAmount: true, numDonations: true })
    .extend({ position: count }),
};

/** Name of a hint, which is the name of its server-sent event. */
export type LiveHintName = keyof typeof liveHints;

/** A hint: its name and payload. */
export type LiveHint = {
  [Name in LiveHintName]: { readonly name: Name; readonly data: z.output<(typeof liveHints)[Name]> };
}[LiveHintName];

export const liveUpdates = defineCall({
  ...liveEndpoints.liveUpdates,
  summary: 'Streams server-sent events about changes by others, for refreshing the screen',
  audience: 'optional',
  unthrottled: true,
  response: z.string(),
  responseType: 'text/event-stream',
  errors: ['TOO_MANY_LISTENERS'],
});
