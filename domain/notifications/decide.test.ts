import { given } from '../../test/support/given.ts';
import { notificationDecider } from './decide.ts';
import type { NotificationEvent } from './events.ts';

const accountId = '01980000-0000-7000-8000-000000000001';

const read = (until: number) => ({ type: 'ReadNotifications', accountId, until }) as const;
const notificationsRead = (until: number): NotificationEvent => ({
  type: 'NotificationsRead',
  data: { accountId, until },
});
const mute = (kind: string, muted = true) =>
  ({ type: 'MuteNotificationKind', accountId, kind, muted }) as const;
const kindMuted = (kind: string): NotificationEvent => ({
  type: 'NotificationKindMuted',
  data: { accountId, kind },
});
const kindUnmuted = (kind: string): NotificationEvent => ({
  type: 'NotificationKindUnmuted',
  data: { accountId, kind },
});

describe('reading', () => {
  test('marks all notifications as read', () =>
    given(notificationDecider).when(read(7)).leadsTo(notificationsRead(7)));
  test('marks notifications that arrived since', () =>
    given(notificationDecider, notificationsRead(7)).when(read(9)).leadsTo(notificationsRead(9)));
  test('is idempotent', () =>
    given(notificationDecider, notificationsRead(7)).when(read(7)).leadsToNothing());
  test('never makes read notifications unread', () =>
    given(notificationDecider, notificationsRead(7)).when(read(3)).leadsToNothing());
});

describe('muting', () => {
  test('mutes a kind', () => given(notificationDecider).when(mute('LIKE')).leadsTo(kindMuted('LIKE')));
  test('mutes another kind', () =>
    given(notificationDecider, kindMuted('LIKE')).when(mute('REFUND')).leadsTo(kindMuted('REFUND')));
  test('is idempotent', () =>
    given(notificationDecider, kindMuted('LIKE')).when(mute('LIKE')).leadsToNothing());
  test('can be undone', () =>
    given(notificationDecider, kindMuted('LIKE')).when(mute('LIKE', false)).leadsTo(kindUnmuted('LIKE')));
  test('unmuting a kind that is not muted has no effect', () =>
    given(notificationDecider, kindMuted('LIKE')).when(mute('FOLLOW', false)).leadsToNothing());
  test('mutes a kind again', () =>
    given(notificationDecider, kindMuted('LIKE'), kindUnmuted('LIKE'))
      .when(mute('LIKE'))
      .leadsTo(kindMuted('LIKE')));
  test('does not affect what was read', () =>
    given(notificationDecider, notificationsRead(7), kindMuted('LIKE')).when(read(7)).leadsToNothing());
});
