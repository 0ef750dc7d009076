import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { notificationsEndpoints } from '../../../contract/endpoints/notifications.ts';
import type { Notification, NotificationKind } from '../../../contract/notifications.ts';
import { kindraApi } from './base.ts';
import { createEndpoints } from './endpoints.ts';
import { refetchFirstPageOnly } from './paging.ts';

const LIST_FAILURE = 'notifications:failure';
const SETTINGS_FAILURE = 'notifications:settings.failure';

const notificationsApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(notificationsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      getNotifications: {
        ...refetchFirstPageOnly<Notification>(({ position }) => position),
        providesTags: ['Notifications'],
        extraOptions: { networkFailure: LIST_FAILURE },
      },
      getUnreadNotifications: { providesTags: ['UnreadNotifications'], extraOptions: { isQuiet: true } },
      readNotifications: {
        onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
          const answer = await queryFulfilled.catch(() => null);
          if (answer) dispatch(updateUnreadCount(answer.data.unread));
        },
        extraOptions: { isQuiet: true },
      },
      getNotificationSettings: {
        providesTags: ['NotificationSettings'],
        extraOptions: { networkFailure: SETTINGS_FAILURE },
      },
      /** Optimistic update; reverted on error. */
      muteNotifications: {
        onQueryStarted: async ({ kind, muted }, { dispatch, queryFulfilled }) => {
          dispatch(updateMuted(kind, muted));
          await queryFulfilled.catch(() => dispatch(updateMuted(kind, !muted)));
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
} = notificationsApi;

type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

/** Updates the setting of one kind only: other kinds may have requests in flight. */
const updateMuted =
  (kind: NotificationKind, muted: boolean): Thunk =>
  (dispatch) => {
    dispatch(
      notificationsApi.util.updateQueryData('getNotificationSettings', undefined, (settings) => {
        settings.muted = settings.muted.filter((known) => known !== kind);
        if (muted) settings.muted.push(kind);
      }),
    );
  };

const updateUnreadCount =
  (unread: number): Thunk =>
  (dispatch) => {
    dispatch(notificationsApi.util.updateQueryData('getUnreadNotifications', undefined, () => ({ unread })));
  };

const selectUnread = notificationsApi.endpoints.getUnreadNotifications.select();

/**
 * Stores the unread count that the server sent. A pending request may return an older count, so it is
 * repeated. The list is refetched even when nothing is unread: its notifications may have been withdrawn.
 */
export const applyUnreadCount =
  (unread: number): Thunk =>
  (dispatch, getState) => {
    dispatch(updateUnreadCount(unread));
    if (selectUnread(getState()).status === 'pending') dispatch(refreshUnreadCount());
    dispatch(kindraApi.util.invalidateTags(['Notifications']));
  };

/** Invalidates the unread count. */
export const refreshUnreadCount = () => kindraApi.util.invalidateTags(['UnreadNotifications']);

/** Invalidates the notifications and the unread count. */
export const refreshNotifications = () =>
  kindraApi.util.invalidateTags(['Notifications', 'UnreadNotifications']);
