import { given } from '../../test/support/given.ts';
import { notificationDecider } from './decide.ts';
import type { NotificationEvent } from './events.ts';

const accountId = '01980000-0000-7000-8000-000000000001';

const read = (until: number) => ({ type: 'ReadNotifications', accountId, until }) as const;
const wasRead = (until: number): NotificationEvent => ({
  type: 'NotificationsRead',
  data: { accountId, until },
});
const mute = (kind: string, muted = true) =>
  ({ type: 'MuteNotificationKind', accountId, kind, muted }) as const;
const wasMuted = (kind: string): NotificationEvent => ({
  type: 'NotificationKindMuted',
  data: { accountId, kind },
});
const wasUnmuted = (kind: string): NotificationEvent => ({
  type: 'NotificationKindUnmuted',
  data: { accountId, kind },
});

describe('reading', () => {
  test('marks all notifications as read', () => given(notificationDecider).when(read(7)).leadsTo(wasRead(7)));
  test('marks notifications that arrived since', () =>
    given(notificationDecider, wasRead(7)).when(read(9)).leadsTo(wasRead(9)));
  test('is idempotent', () => given(notificationDecider, wasRead(7)).when(read(7)).leadsToNothing());
  test('never makes read notifications unread', () =>
    given(notificationDecider, wasRead(7)).when(read(3)).leadsToNothing());
});

describe('muting', () => {
  test('mutes a kind', () => given(notificationDecider).when(mute('LIKE')).leadsTo(wasMuted('LIKE')));
  test('mutes another kind', () =>
    given(notificationDecider, wasMuted('LIKE')).when(mute('REFUND')).leadsTo(wasMuted('REFUND')));
  test('is idempotent', () =>
    given(notificationDecider, wasMuted('LIKE')).when(mute('LIKE')).leadsToNothing());
  test('can be undone', () =>
    given(notificationDecider, wasMuted('LIKE')).when(mute('LIKE', false)).leadsTo(wasUnmuted('LIKE')));
  test('unmuting a kind that is not muted has no effect', () =>
    given(notificationDecider, wasMuted('LIKE')).when(mute('FOLLOW', false)).leadsToNothing());
  test('mutes a kind again', () =>
    given(notificationDecider, wasMuted('LIKE'), wasUnmuted('LIKE'))
      .when(mute('LIKE'))
      .leadsTo(wasMuted('LIKE')));
  test('does not affect what was read', () =>
    given(notificationDecider, wasRead(7), wasMuted('LIKE')).when(read(7)).leadsToNothing());
});
