import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { notificationsEndpoints } from '../../../contract/endpoints/notifications.ts';
import type { Notification, NotificationKind } from '../../../contract/notifications.ts';
import { kindraApi } from './base.ts';
import { endpointsFor } from './endpoints.ts';
import { renewedAtFirst } from './paging.ts';

const LIST = 'notifications:failure';
const SETTINGS = 'notifications:settings.failure';

const notificationApi = kindraApi
  .injectEndpoints({ endpoints: endpointsFor(notificationsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      getNotifications: {
        ...renewedAtFirst<Notification>(({ position }) => position),
        providesTags: ['Notifications'],
        extraOptions: { networkFailure: LIST },
      },
      getUnreadNotifications: { providesTags: ['UnreadNotifications'], extraOptions: { quiet: true } },
      readNotifications: {
        onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
          const answer = await queryFulfilled.catch(() => null);
          if (answer) dispatch(unreadKnown(answer.data.unread));
        },
        extraOptions: { quiet: true },
      },
      getNotificationSettings: {
        providesTags: ['NotificationSettings'],
        extraOptions: { networkFailure: SETTINGS },
      },
      /** Optimistic update; reverted on error. */
      muteNotifications: {
        onQueryStarted: async ({ kind, muted }, { dispatch, queryFulfilled }) => {
          dispatch(showMuted(kind, muted));
          await queryFulfilled.catch(() => dispatch(showMuted(kind, !muted)));
        },
        invalidatesTags: (_settings, failure) =>
          failure ? ['NotificationSettings'] : ['Notifications', 'UnreadNotifications'],
        extraOptions: { networkFailure: 'notifications:muteFailure' },
      },
    },
  });

export const {
  useGetNotificationsInfiniteQuery,
  useGetUnreadNotificationsQuery,
  useReadNotificationsMutation,
  useGetNotificationSettingsQuery,
  useMuteNotificationsMutation,
} = notificationApi;

type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

/** Updates the setting of one kind only: other kinds may have requests in flight. */
const showMuted =
  (kind: NotificationKind, muted: boolean): Thunk =>
  (dispatch) => {
    dispatch(
      notificationApi.util.updateQueryData('getNotificationSettings', undefined, (settings) => {
        settings.muted = settings.muted.filter((known) => known !== kind);
        if (muted) settings.muted.push(kind);
      }),
    );
  };

const unreadKnown =
  (unread: number): Thunk =>
  (dispatch) => {
    dispatch(notificationApi.util.updateQueryData('getUnreadNotifications', undefined, () => ({ unread })));
  };

const selectUnread = notificationApi.endpoints.getUnreadNotifications.select();

/**
 * Stores the unread count that the server sent. A pending request may return an older count, so it is
 * repeated. The list is refetched even when nothing is unread: its notifications may have been withdrawn.
 */
export const unreadNoticed =
  (unread: number): Thunk =>
  (dispatch, getState) => {
    dispatch(unreadKnown(unread));
    if (selectUnread(getState()).status === 'pending') dispatch(refreshUnread());
    dispatch(kindraApi.util.invalidateTags(['Notifications']));
  };

/** Invalidates the unread count. */
export const refreshUnread = () => kindraApi.util.invalidateTags(['UnreadNotifications']);

/** Invalidates the notifications and the unread count. */
export const refreshNotifications = () =>
  kindraApi.util.invalidateTags(['Notifications', 'UnreadNotifications']);
