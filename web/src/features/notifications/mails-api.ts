import { mailsEndpoints } from '../../../../contract/endpoints/mails.ts';
import type { MailKind } from '../../../../contract/notifications.ts';
import { createEndpoints } from '../../api/endpoints.ts';
import { notificationsApi } from '../../api/notifications.ts';

/** Updates the setting for one notification kind only, because requests for other kinds can be in flight. */
const updateMailed = (kind: MailKind, isMailed: boolean) =>
  notificationsApi.util.updateQueryData('getNotificationSettings', undefined, (settings) => {
    settings.notMailed = settings.notMailed.filter((unmailedKind) => unmailedKind !== kind);
    if (!isMailed) settings.notMailed.push(kind);
  });

export const { useSetMailNotificationsMutation, useUnsubscribeMutation } = notificationsApi
  .injectEndpoints({ endpoints: createEndpoints(mailsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      setMailNotifications: {
        extraOptions: { networkFailure: 'notifications:muteFailure' },
        onQueryStarted: async ({ kind, mailed }, { dispatch, queryFulfilled }) => {
          dispatch(updateMailed(kind, mailed));
          await queryFulfilled.catch(() => dispatch(updateMailed(kind, !mailed)));
        },
      },
      unsubscribe: { extraOptions: { isQuiet: true } },
    },
  });
