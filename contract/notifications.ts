import { z } from 'zod';
import { EMAIL_KINDS, NOTIFICATION_KINDS } from '../domain/effects/kinds.ts';
import { defineCall, noContent } from './call.ts';
import { emailsEndpoints } from './endpoints/emails.ts';
import { notificationsEndpoints } from './endpoints/notifications.ts';
import { coins, count, failWith, id, idParameter, instant, pageQuery } from './fields.ts';
import {
  mailedMissing,
  mutedMissing,
  positionNegative,
  positionNotWhole,
  unknownNotificationKind,
  unsubscribeLinkInvalid,
} from './problems.ts';
import { profileSummary } from './shapes.ts';

const kind = z.enum(NOTIFICATION_KINDS, failWith(unknownNotificationKind)).meta({ id: 'NotificationKind' });

const emailKind = z.enum(EMAIL_KINDS, failWith(unknownNotificationKind)).meta({ id: 'EmailKind' });
/** Kind of email that an account can turn off. */
export type EmailKind = z.output<typeof emailKind>;

/** Maximum number of unread notifications that is reported. */
export const MAX_UNREAD_NOTIFICATIONS = 100;
/** Maximum value of `others`, the number of actors that a notification does not name. */
export const MAX_COUNTED_ACTORS = 99;

/** A notification: the actions of other accounts on one subject in one day, or news about a campaign. */
export const notification = z
  .object({
    id,
    kind,
    position: count.meta({ description: 'Its log position; used as `until` when marking as read.' }),
    dateTime: instant,
    unread: z.boolean(),
    actors: z.array(profileSummary).meta({ description: 'The latest actors, at most two.' }),
    others: count.meta({ description: `Number of further actors, counted up to ${MAX_COUNTED_ACTORS}.` }),
    anonymous: count.meta({ description: 'Number of further anonymous donations.' }),
    subject: z.object({ id, text: z.string() }).nullable().meta({
      description:
        'The post (with the text of the comment, if any), the campaign or the animal; null for follows and for the caller’s organization.',
    }),
    amount: coins.nullable().meta({ description: 'Sum of the donated, refunded or released coins.' }),
    reason: z.string().nullable().meta({ description: 'Reason of the staff decision.' }),
    daysLeft: count
      .nullable()
      .meta({ description: 'Days until the crowdfunding is refunded automatically.' }),
  })
  .meta({ id: 'Notification' });
/** A notification in a response. */
export type Notification = z.output<typeof notification>;
/** Kind of a notification in a response. */
export type NotificationKind = Notification['kind'];

/** Number of unread notifications. */
export const unreadNotifications = z
  .object({
    unread: count.meta({ description: `Counted up to ${MAX_UNREAD_NOTIFICATIONS}.` }),
    position: count.meta({
      description: 'Log position of the count; the newest count is valid.',
    }),
  })
  .meta({ id: 'UnreadNotifications' });
/** Number of unread notifications at a log position, in a response. */
export type UnreadNotifications = z.output<typeof unreadNotifications>;

/** Notification kinds that an account has muted, and kinds that it receives no emails about. */
export const notificationSettings = z
  .object({
    muted: z.array(kind),
    notMailed: z
      .array(emailKind)
      .meta({ description: 'Kinds about which no emails are sent, although they can be.' }),
  })
  .meta({ id: 'NotificationSettings' });

export const getNotifications = defineCall({
  ...notificationsEndpoints.getNotifications,
  summary:
    'Lists the caller’s notifications, newest first, without muted kinds, hidden profiles and withdrawn actions',
  audience: 'user',
  query: pageQuery,
  response: z.array(notification),
});

export const getUnreadNotifications = defineCall({
  ...notificationsEndpoints.getUnreadNotifications,
  summary: 'Returns the number of unread notifications',
  audience: 'user',
  response: unreadNotifications,
});

export const readNotifications = defineCall({
  ...notificationsEndpoints.readNotifications,
  summary: 'Marks notifications as read, up to one of them or all',
  audience: 'user',
  body: z.object({
    until: z.int(failWith(positionNotWhole)).nonnegative(failWith(positionNegative)).optional().meta({
      description: '`position` of a notification. It and all earlier ones are marked as read. Default: all.',
    }),
  }),
  response: unreadNotifications,
});

export const getNotificationSettings = defineCall({
  ...notificationsEndpoints.getNotificationSettings,
  summary: 'Lists the muted kinds of notifications',
  audience: 'user',
  response: notificationSettings,
});

export const muteNotifications = defineCall({
  ...notificationsEndpoints.muteNotifications,
  summary: 'Mutes or unmutes a kind of notifications',
  audience: 'user',
  body: z.object({ kind, muted: z.boolean(failWith(mutedMissing)) }),
  response: notificationSettings,
});

export const setEmailNotifications = defineCall({
  ...emailsEndpoints.setEmailNotifications,
  summary: 'Turns emails about a kind of notifications or about messages on or off',
  audience: 'user',
  body: z.object({ kind: emailKind, mailed: z.boolean(failWith(mailedMissing)) }),
  response: notificationSettings,
});

export const unsubscribe = defineCall({
  ...emailsEndpoints.unsubscribe,
  summary: 'Turns emails of a kind off with the token of an email (RFC 8058); needs no login',
  audience: 'all',
  params: z.object({ token: idParameter(unsubscribeLinkInvalid), kind: emailKind }),
  ...noContent,
  errors: ['UNSUBSCRIBE_LINK_INVALID', 'UNKNOWN_NOTIFICATION_KIND'],
});
