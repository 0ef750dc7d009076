import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type {
  Notification,
  NotificationKind,
  NotificationSettings,
  UnreadNotifications,
} from '../../../api/contract/notifications.ts';
import { kindraApi } from './base.ts';
import { type Page, renewedAtFirst, toPage } from './paging.ts';

const LIST = 'Error getting notifications.';
const SETTINGS = 'Error getting the notification settings.';

const notificationApi = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** What one is told of, newest first. */
    notifications: build.infiniteQuery<Page<Notification>, void, string>({
      ...renewedAtFirst<Notification>('', ({ position }) => position),
      query: ({ pageParam }) => pageParam || '/api/notifications',
      transformResponse: (rows: Notification[], meta) => toPage(rows, meta),
      providesTags: ['Notifications'],
      extraOptions: { networkFailure: LIST },
    }),
    unreadNotifications: build.query<UnreadNotifications, void>({
      query: () => '/api/notifications/unread',
      providesTags: ['UnreadNotifications'],
      extraOptions: { quiet: true },
    }),
    /** Marks as read what stands up to a position. */
    readNotifications: build.mutation<UnreadNotifications, number>({
      query: (until) => ({ url: '/api/notifications/read', method: 'POST', body: { until } }),
      onQueryStarted: async (_until, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(unreadKnown(answer.data.unread));
      },
      extraOptions: { quiet: true },
    }),
    notificationSettings: build.query<NotificationSettings, void>({
      query: () => '/api/notifications/settings',
      providesTags: ['NotificationSettings'],
      extraOptions: { networkFailure: SETTINGS },
    }),
    /** Shows the change at once, and takes it back when it fails. */
    muteNotifications: build.mutation<
      NotificationSettings,
      { readonly kind: NotificationKind; readonly muted: boolean }
    >({
      query: (body) => ({ url: '/api/notifications/settings', method: 'PUT', body }),
      onQueryStarted: async ({ kind, muted }, { dispatch, queryFulfilled }) => {
        dispatch(showMuted(kind, muted));
        await queryFulfilled.catch(() => dispatch(showMuted(kind, !muted)));
      },
      invalidatesTags: (_settings, failure) =>
        failure ? ['NotificationSettings'] : ['Notifications', 'UnreadNotifications'],
      extraOptions: { networkFailure: 'Error changing the notification settings.' },
    }),
  }),
});

export const {
  useNotificationsInfiniteQuery,
  useUnreadNotificationsQuery,
  useReadNotificationsMutation,
  useNotificationSettingsQuery,
  useMuteNotificationsMutation,
} = notificationApi;

type State = { readonly api: ReturnType<typeof kindraApi.reducer> };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

/** Shows whether one is told of a kind, and leaves the others alone: each may be on its way to the server. */
const showMuted =
  (kind: NotificationKind, muted: boolean): Thunk =>
  (dispatch) => {
    dispatch(
      notificationApi.util.updateQueryData('notificationSettings', undefined, (settings) => {
        settings.muted = settings.muted.filter((known) => known !== kind);
        if (muted) settings.muted.push(kind);
      }),
    );
  };

const unreadKnown =
  (unread: number): Thunk =>
  (dispatch) => {
    dispatch(notificationApi.util.updateQueryData('unreadNotifications', undefined, () => ({ unread })));
  };

const selectUnread = notificationApi.endpoints.unreadNotifications.select();

/**
 * The server tells how much is unread now. An answer that is on its way may be older, so that it is asked for once more
 * then. The list on the screen follows, also when nothing is unread: what it tells of may have been taken back.
 */
export const unreadNoticed =
  (unread: number): Thunk =>
  (dispatch, getState) => {
    dispatch(unreadKnown(unread));
    if (selectUnread(getState()).status === 'pending') dispatch(refreshUnread());
    dispatch(kindraApi.util.invalidateTags(['Notifications']));
  };

/** The count may be out of date. */
export const refreshUnread = () => kindraApi.util.invalidateTags(['UnreadNotifications']);

/** What is shown of notifications may be out of date. */
export const refreshNotifications = () =>
  kindraApi.util.invalidateTags(['Notifications', 'UnreadNotifications']);
