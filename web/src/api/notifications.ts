import { notificationsEndpoints } from '../../../contract/endpoints/notifications.ts';
import type { UnreadNotifications } from '../../../contract/notifications.ts';
import { kindraApi } from './base.ts';
import { createEndpoints } from './endpoints.ts';
import type { AppThunk } from './state.ts';

const pickNewest = (current: UnreadNotifications, other: UnreadNotifications): UnreadNotifications =>
  other.position < current.position ? current : other;

export const notificationsApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(notificationsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      getUnreadNotifications: {
        merge: pickNewest,
        providesTags: ['UnreadNotifications'],
        extraOptions: { isQuiet: true },
      },
      readNotifications: {
        onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
          const response = await queryFulfilled.catch(() => null);
          if (response) dispatch(storeUnreadCount(response.data));
        },
        extraOptions: { isQuiet: true },
      },
    },
  });

export const { useGetUnreadNotificationsQuery, useReadNotificationsMutation } = notificationsApi;

/** Stores an unread count, unless a count at a later position is stored. */
const storeUnreadCount =
  (count: UnreadNotifications): AppThunk =>
  (dispatch) => {
    dispatch(
      notificationsApi.util.updateQueryData('getUnreadNotifications', undefined, (current) =>
        pickNewest(current, count),
      ),
    );
  };

const selectUnread = notificationsApi.endpoints.getUnreadNotifications.select();

/**
 * Stores the unread count that the server sent or, if no count is known yet, requests it again. Refetches the list
 * even when nothing is unread, because notifications may have been withdrawn.
 */
export const applyUnreadCount =
  (count: UnreadNotifications): AppThunk =>
  (dispatch, getState) => {
    dispatch(selectUnread(getState()).data ? storeUnreadCount(count) : refreshUnreadCount());
    dispatch(kindraApi.util.invalidateTags(['Notifications']));
  };

/** Accepts counts at earlier positions, because a restored server continues from an earlier position. */
export const resetUnreadPosition = (): AppThunk => (dispatch) => {
  dispatch(
    notificationsApi.util.updateQueryData('getUnreadNotifications', undefined, (count) => {
      count.position = 0;
    }),
  );
};

/** Invalidates the unread count. */
export const refreshUnreadCount = () => kindraApi.util.invalidateTags(['UnreadNotifications']);

/** Invalidates the notifications and the unread count. */
export const refreshNotifications = () =>
  kindraApi.util.invalidateTags(['Notifications', 'UnreadNotifications']);
