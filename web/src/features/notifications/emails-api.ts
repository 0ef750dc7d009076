import { emailsEndpoints } from '../../../../contract/endpoints/emails.ts';
import type { EmailKind } from '../../../../contract/notifications.ts';
import { createEndpoints } from '../../api/endpoints.ts';
import { abortSettingsRead } from '../../api/notification-lists.ts';
import { notificationsApi } from '../../api/notifications.ts';

/** Updates the setting for one notification kind only, because requests for other kinds can be in flight. */
const updateEmailed = (kind: EmailKind, isEmailed: boolean) =>
  notificationsApi.util.updateQueryData('getNotificationSettings', undefined, (settings) => {
    settings.notMailed = settings.notMailed.filter((optedOutKind) => optedOutKind !== kind);
    if (!isEmailed) settings.notMailed.push(kind);
  });

export const { useSetEmailNotificationsMutation, useUnsubscribeMutation } = notificationsApi
  .injectEndpoints({ endpoints: createEndpoints(emailsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      setEmailNotifications: {
        invalidatesTags: ['NotificationSettings'],
        extraOptions: { networkFailure: 'notifications:muteFailure' },
        onQueryStarted: async ({ kind, mailed }, { dispatch, queryFulfilled }) => {
          dispatch(abortSettingsRead());
          dispatch(updateEmailed(kind, mailed));
          await queryFulfilled.catch(() => dispatch(updateEmailed(kind, !mailed)));
        },
      },
      unsubscribe: { extraOptions: { isQuiet: true } },
    },
  });
