import { mailsEndpoints } from '../../../../contract/endpoints/mails.ts';
import { createEndpoints } from '../../api/endpoints.ts';
import { notificationsApi } from '../../api/notifications.ts';

export const { useSetMailNotificationsMutation, useUnsubscribeMutation } = notificationsApi
  .injectEndpoints({ endpoints: createEndpoints(mailsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      setMailNotifications: {
        extraOptions: { networkFailure: 'notifications:muteFailure' },
        onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
          const answer = await queryFulfilled.catch(() => null);
          if (answer)
            dispatch(
              notificationsApi.util.upsertQueryData('getNotificationSettings', undefined, answer.data),
            );
        },
      },
      unsubscribe: { extraOptions: { isQuiet: true } },
    },
  });
