import { act, screen } from '@testing-library/react';
import { messageQueued } from '../../state/messaging.ts';
import {
  conversationId,
  getSocket,
  OPEN_CHAT_CALL,
  other,
  sampleConversation,
  user,
} from '../../testing/chat.tsx';
import { createEmptyApi, renderApp } from '../../testing/render-app.tsx';

test('sends a message that was queued before the code of the socket was loaded', async () => {
  const api = createEmptyApi()
    .on('GET /api/conversation/all', { body: [] })
    .on('GET /api/conversation/unread', { body: { from: [] } })
    .on(OPEN_CHAT_CALL, { body: sampleConversation() });
  const app = renderApp({ at: `/conversations/${other.id}`, user, api });
  const queued = {
    clientId: 'early',
    receiverId: other.id,
    conversationId,
    content: 'Hello?',
    timestamp: new Date().toISOString(),
  };
  act(() => {
    app.store.dispatch(messageQueued(queued));
  });
  await screen.findByText('Hello?');
  await act(async () => getSocket().open());
  expect(getSocket().sent).toEqual([expect.objectContaining({ clientId: 'early', content: 'Hello?' })]);
});
