import { defineEndpoints } from './endpoint.ts';

export const conversationsEndpoints = defineEndpoints('conversations', {
  getConversations: { method: 'GET', path: '/api/conversation/all', paged: true },
  getUnread: { method: 'GET', path: '/api/conversation/unread' },
  getConversationSettings: { method: 'GET', path: '/api/conversation/settings' },
  switchReadReceipts: { method: 'PUT', path: '/api/conversation/settings' },
  getConversation: { method: 'GET', path: '/api/conversation/{id}', paged: true },
});
