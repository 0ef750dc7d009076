import { z } from 'zod';
import { NOTIFICATION_KINDS } from '../../domain/notifications/rules.ts';
import { call } from './call.ts';
import { coins, count, id, instant, LIST_PAGE_SIZE, pageQuery } from './fields.ts';
import { profileSummary } from './shapes.ts';

const kind = z
  .enum(NOTIFICATION_KINDS, { error: 'The kind must be one of those of notifications.' })
  .meta({ id: 'NotificationKind' });

/** Unread notifications are counted up to here. */
export const MOST_UNREAD = 100;
/** Of those who did something, others than the ones that are named are counted up to here. */
export const MOST_OTHERS = 99;

/** What an account is told of: what others did to one thing on one day, or news of a campaign. */
export const notification = z
  .object({
    id,
    kind,
    position: count.meta({ description: 'Where it stands in the log; `until` of reading.' }),
    dateTime: instant,
    unread: z.boolean(),
    actors: z.array(profileSummary).meta({ description: 'Who did it, the last one first; two at most.' }),
    others: count.meta({ description: `How many more did it, counted up to ${MOST_OTHERS}.` }),
    subject: z.object({ id, text: z.string() }).nullable().meta({
      description:
        'The own post (with the words of the comment, where it was commented on), the campaign or the animal; null of followers and of the own organization.',
    }),
    amount: coins.nullable().meta({ description: 'What was donated or given back, added up.' }),
    reason: z.string().nullable().meta({ description: 'What staff gave as the reason of their decision.' }),
    daysLeft: count
      .nullable()
      .meta({ description: 'Days until the crowdfunding is refunded automatically.' }),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notification>;
export type NotificationKind = Notification['kind'];

/** How much of it is unread. */
export const unreadNotifications = z
  .object({ unread: count.meta({ description: `Counted up to ${MOST_UNREAD}.` }) })
  .meta({ id: 'UnreadNotifications' });
export type UnreadNotifications = z.output<typeof unreadNotifications>;

/** What an account does not want to be told of. */
export const notificationSettings = z.object({ muted: z.array(kind) }).meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.output<typeof notificationSettings>;

export const getNotifications = call({
  name: 'getNotifications',
  context: 'notifications',
  summary:
    'What one is told of, newest first. Muted kinds, people out of sight, and what was taken back do not show',
  method: 'GET',
  path: '/api/notifications',
  who: 'user',
  query: pageQuery,
  answer: z.array(notification),
  pageSize: LIST_PAGE_SIZE,
});

export const getUnreadNotifications = call({
  name: 'getUnreadNotifications',
  context: 'notifications',
  summary: 'How much of what one is told of is unread',
  method: 'GET',
  path: '/api/notifications/unread',
  who: 'user',
  answer: unreadNotifications,
});

export const readNotifications = call({
  name: 'readNotifications',
  context: 'notifications',
  summary: 'Marks as read what one has been told of, up to a notification or all of it',
  method: 'POST',
  path: '/api/notifications/read',
  who: 'user',
  body: z.object({
    until: z
      .int({ error: 'The position must be a whole number.' })
      .nonnegative({ error: 'The position must not be negative.' })
      .optional()
      .meta({
        description:
          '`position` of a notification: it and those before it are read. All of them when left out.',
      }),
  }),
  answer: unreadNotifications,
});

export const getNotificationSettings = call({
  name: 'getNotificationSettings',
  context: 'notifications',
  summary: 'The kinds that one is not told of',
  method: 'GET',
  path: '/api/notifications/settings',
  who: 'user',
  answer: notificationSettings,
});

export const muteNotifications = call({
  name: 'muteNotifications',
  context: 'notifications',
  summary: 'Mutes a kind of notifications, or lets it be heard again',
  method: 'PUT',
  path: '/api/notifications/settings',
  who: 'user',
  body: z.object({ kind, muted: z.boolean({ error: 'It must be said whether the kind is muted.' }) }),
  answer: notificationSettings,
});
