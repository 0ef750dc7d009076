import type { Notification, NotificationKind } from '../../../contract/notifications.ts';
import { notificationsApi } from './notifications.ts';
import { refetchFirstPageOnly } from './paging.ts';
import type { AppThunk } from './state.ts';

const LIST_FAILURE = 'notifications:failure';
const SETTINGS_FAILURE = 'notifications:settings.failure';

/** Endpoints for the notification pages. Other pages load only the unread count. */
const notificationListsApi = notificationsApi.enhanceEndpoints({
  endpoints: {
    getNotifications: {
      ...refetchFirstPageOnly<Notification>(({ position }) => position),
      providesTags: ['Notifications'],
      extraOptions: { networkFailure: LIST_FAILURE },
    },
    getNotificationSettings: {
      providesTags: ['NotificationSettings'],
      extraOptions: { networkFailure: SETTINGS_FAILURE },
    },
    muteNotifications: {
      onQueryStarted: async ({ kind, muted }, { dispatch, queryFulfilled }) => {
        dispatch(abortSettingsRead());
        dispatch(updateMuted(kind, muted));
        await queryFulfilled.catch(() => dispatch(updateMuted(kind, !muted)));
      },
      invalidatesTags: (_settings, failure) =>
        failure ? ['NotificationSettings'] : ['NotificationSettings', 'Notifications', 'UnreadNotifications'],
      extraOptions: { networkFailure: 'notifications:muteFailure' },
    },
  },
});

export const {
  useGetNotificationsInfiniteQuery,
  useGetNotificationSettingsQuery,
  useMuteNotificationsMutation,
} = notificationListsApi;

/** Aborts a running read of the settings, which can return the value before a change. */
export const abortSettingsRead = (): AppThunk => (dispatch) =>
  dispatch(notificationListsApi.util.getRunningQueryThunk('getNotificationSettings', undefined))?.abort();

/** Updates the setting of one notification kind only, because requests for other kinds can be in flight. */
const updateMuted =
  (kind: NotificationKind, isMuted: boolean): AppThunk =>
  (dispatch) => {
    dispatch(
      notificationListsApi.util.updateQueryData('getNotificationSettings', undefined, (settings) => {
        settings.muted = settings.muted.filter((mutedKind) => mutedKind !== kind);
        if (isMuted) settings.muted.push(kind);
      }),
    );
  };
