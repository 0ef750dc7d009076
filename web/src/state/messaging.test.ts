import { messagingSlice, selectUnreadFrom, threadOpened, unreadSendersLoaded } from './messaging.ts';

test('the open chat counts as read when the server still reports it as unread', () => {
  const thread = {
    withId: 'ana',
    withName: 'Ana',
    withNickname: 'ana',
    conversationId: 'chat',
    messages: [],
    older: null,
    isClosed: false,
  };
  const opened = messagingSlice.reducer(undefined, threadOpened(thread));
  const messaging = messagingSlice.reducer(opened, unreadSendersLoaded({ from: ['ana', 'ben'], before: [] }));
  expect(selectUnreadFrom({ messaging })).toEqual(['ben']);
});
