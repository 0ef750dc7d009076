import { z } from 'zod';
import { call } from './call.ts';
import { crowdfunding } from './crowdfunding.ts';
import { count, id } from './fields.ts';
import { unreadNotifications } from './notifications.ts';

/**
 * Hints of what others did, by the name of the server-sent event. Each is sent once the reads show it; several changes
 * of one thing in quick succession may come as one.
 */
export const liveHints = {
  /** The server was restored or has failed over: what the client has may be gone, and all of it must be read again. */
  'everything-changed': z.object({}),
  'post-published': z.object({ id, authorId: id, parentId: id.nullable() }),
  'post-changed': z.object({ id, comments: count, likes: count, views: count }),
  'post-deleted': z.object({ id, parentId: id.nullable() }),
  /** Of a profile that everybody sees; of one that is out of sight, to its owner and staff. */
  /** Only its author and staff see the post from now on. */
  'post-taken-down': z.object({ id, authorId: id, parentId: id.nullable() }),
  /** Everybody sees the post again. */
  'post-restored': z.object({ id, authorId: id, parentId: id.nullable() }),
  'profile-changed': z.object({ id }),
  /** To one account alone: how many of its notifications are unread now, counted as the call for it does. */
  'notifications-changed': unreadNotifications,
  /** To one account alone: it has read a conversation, perhaps on another device. */
  'conversation-read': z.object({ id }),
  /** Of campaigns that everybody may see; of one that was declined, to its creator and staff. */
  'crowdfunding-changed': crowdfunding.pick({
    id: true,
    status: true,
    currentAmount: true,
    numDonations: true,
  }),
};

export type LiveHintName = keyof typeof liveHints;

/** A hint: its name and what it says. */
export type LiveHint = {
  [Name in LiveHintName]: { readonly name: Name; readonly data: z.output<(typeof liveHints)[Name]> };
}[LiveHintName];

export const liveUpdates = call({
  name: 'liveUpdates',
  context: 'live',
  summary: 'Server-sent events that tell what others do, for refreshing what is on the screen',
  method: 'GET',
  path: '/api/live/updates',
  who: 'optional',
  unthrottled: true,
  answer: z.string(),
  answerType: 'text/event-stream',
  errors: ['TOO_MANY_LISTENERS'],
});
