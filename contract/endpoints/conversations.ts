import { defineEndpoints } from './endpoint.ts';

export const conversationsEndpoints = defineEndpoints('conversations', {
  getConversations: { method: 'GET', path: '/api/conversation/all', paged: true },
  getUnread: { method: 'GET', path: '/api/conversation/unread' },
  getConversation: { method: 'GET', path: '/api/conversation/{id}', paged: true },
});
