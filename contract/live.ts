import { z } from 'zod';
import { defineCall } from './call.ts';
import { crowdfunding } from './crowdfunding.ts';
import { liveEndpoints } from './endpoints/live.ts';
import { count, id } from './fields.ts';
import { unreadNotifications } from './notifications.ts';

/**
 * Payloads of live hints, by server-sent event name. A hint is sent once the read models show the change. Rapid changes
 * to one entity can be combined into one hint.
 */
export const liveHints = {
  /**
   * The log was restored or has failed over. Cached data and log positions may no longer exist. The client must refetch
   * what it shows, after a random delay.
   */
  'everything-changed': z.object({}),
  /** Hints were dropped because of an error or too many changes. The client must refetch what it shows, after a random delay. */
  'changes-missed': z.object({}),
  'post-published': z.object({ id, authorId: id, parentId: id.nullable() }),
  'post-edited': z.object({ id, authorId: id, parentId: id.nullable() }),
  /** `position` is the read model's position when the counters were read, as in `X-Read-Position`. */
  'post-changed': z.object({ id, comments: count, likes: count, views: count, position: count }),
  'post-deleted': z.object({ id, parentId: id.nullable(), position: count.optional() }),
  /** From now on, only the author and staff see the post. */
  'post-taken-down': z.object({ id, authorId: id, parentId: id.nullable(), position: count.optional() }),
  /** The post is visible to everybody again. */
  'post-restored': z.object({ id, authorId: id, parentId: id.nullable() }),
  /** Sent to everybody if the profile is visible, otherwise only to its owner and staff. */
  'profile-changed': z.object({ id }),
  /** Sent to one account: the number of its unread notifications, as in `getUnreadNotifications`. */
  'notifications-changed': unreadNotifications,
  /** Sent to one account: its balance or its transactions have changed. */
  'wallet-changed': z.object({}),
  /** Sent to the account that has read a conversation, for its other devices. */
  'conversation-read': z.object({ id }),
  /** Sent to one account: the other participant has read its messages up to and including `messageId`. */
  'messages-seen': z.object({ conversationId: id, messageId: id }),
  /** Sent only to its creator and staff if the campaign was declined. `position` is as in `post-changed`. */
  'crowdfunding-changed': crowdfunding
    .pick({ id: true, status: true, currentAmount: true, numDonations: true })
    .extend({ position: count }),
};

/** Name of a hint, which is also the name of its server-sent event. */
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
