import { z } from 'zod';
import { NOTIFICATION_KINDS } from '../domain/effects/table.ts';
import { call } from './call.ts';
import { notificationsEndpoints } from './endpoints/notifications.ts';
import { coins, count, failsAs, id, instant, pageQuery } from './fields.ts';
import { mutedMissing, positionNegative, positionNotWhole, unknownNotificationKind } from './problems.ts';
import { profileSummary } from './shapes.ts';

const kind = z.enum(NOTIFICATION_KINDS, failsAs(unknownNotificationKind)).meta({ id: 'NotificationKind' });

/** Maximum reported number of unread notifications. */
export const MAX_UNREAD_NOTIFICATIONS = 100;
/** Maximum of `others`, the number of actors that a notification does not name. */
export const MAX_OTHERS_NAMED = 99;

/** A notification: the actions of others on one subject on one day, or news of a campaign. */
export const notification = z
  .object({
    id,
    kind,
    position: count.meta({ description: 'Where it stands in the log; `until` of reading.' }),
    dateTime: instant,
    unread: z.boolean(),
    actors: z.array(profileSummary).meta({ description: 'Who did it, the last one first; two at most.' }),
    others: count.meta({ description: `How many more did it, counted up to ${MAX_OTHERS_NAMED}.` }),
    anonymous: count.meta({ description: 'How many anonymous donations there are besides.' }),
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
/** Kind of a notification. */
export type NotificationKind = Notification['kind'];

/** Number of unread notifications. */
export const unreadNotifications = z
  .object({
    unread: count.meta({ description: `Counted up to ${MAX_UNREAD_NOTIFICATIONS}.` }),
    position: count.meta({
      description: 'Log position at which they were counted; the newest count is valid.',
    }),
  })
  .meta({ id: 'UnreadNotifications' });
export type UnreadNotifications = z.output<typeof unreadNotifications>;

/** The notification kinds that an account has muted. */
export const notificationSettings = z.object({ muted: z.array(kind) }).meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.output<typeof notificationSettings>;

export const getNotifications = call({
  ...notificationsEndpoints.getNotifications,
  summary:
    'What one is told of, newest first. Muted kinds, people out of sight, and what was taken back do not show',
  audience: 'user',
  query: pageQuery,
  answer: z.array(notification),
});

export const getUnreadNotifications = call({
  ...notificationsEndpoints.getUnreadNotifications,
  summary: 'How much of what one is told of is unread',
  audience: 'user',
  answer: unreadNotifications,
});

export const readNotifications = call({
  ...notificationsEndpoints.readNotifications,
  summary: 'Marks as read what one has been told of, up to a notification or all of it',
  audience: 'user',
  body: z.object({
    until: z.int(failsAs(positionNotWhole)).nonnegative(failsAs(positionNegative)).optional().meta({
      description:
        '`position` of a notification: it and those before it are read. All of them when left out.',
    }),
  }),
  answer: unreadNotifications,
});

export const getNotificationSettings = call({
  ...notificationsEndpoints.getNotificationSettings,
  summary: 'The kinds that one is not told of',
  audience: 'user',
  answer: notificationSettings,
});

export const muteNotifications = call({
  ...notificationsEndpoints.muteNotifications,
  summary: 'Mutes a kind of notifications, or lets it be heard again',
  audience: 'user',
  body: z.object({ kind, muted: z.boolean(failsAs(mutedMissing)) }),
  answer: notificationSettings,
});
