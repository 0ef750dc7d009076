import { conversationsApi } from '../../api/conversations.ts';

/** Endpoints for the settings of messages. Other pages do not load them. */
const conversationSettingsApi = conversationsApi.enhanceEndpoints({
  addTagTypes: ['ConversationSettings'],
  endpoints: {
    getConversationSettings: {
      providesTags: ['ConversationSettings'],
      extraOptions: { networkFailure: 'conversations:settings.failure' },
    },
    switchReadReceipts: {
      onQueryStarted: async ({ readReceipts }, { dispatch, queryFulfilled }) => {
        // A running read can return the value before the change.
        dispatch(getRunningRead())?.abort();
        dispatch(storeReadReceipts(readReceipts));
        await queryFulfilled.catch(() => dispatch(storeReadReceipts(!readReceipts)));
      },
      invalidatesTags: ['ConversationSettings'],
      extraOptions: { networkFailure: 'conversations:settings.saveFailure' },
    },
  },
});

export const { useGetConversationSettingsQuery, useSwitchReadReceiptsMutation } = conversationSettingsApi;

const { getRunningQueryThunk, updateQueryData } = conversationSettingsApi.util;

const getRunningRead = () => getRunningQueryThunk('getConversationSettings', undefined);

const storeReadReceipts = (readReceipts: boolean) =>
  updateQueryData('getConversationSettings', undefined, () => ({ readReceipts }));
