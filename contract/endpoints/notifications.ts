import { defineEndpoints } from './endpoint.ts';

export const notificationsEndpoints = defineEndpoints('notifications', {
  getNotifications: { method: 'GET', path: '/api/notifications', paged: true },
  getUnreadNotifications: { method: 'GET', path: '/api/notifications/unread' },
  readNotifications: { method: 'POST', path: '/api/notifications/read' },
  getNotificationSettings: { method: 'GET', path: '/api/notifications/settings' },
  muteNotifications: { method: 'PUT', path: '/api/notifications/settings' },
});
