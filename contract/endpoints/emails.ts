import { defineEndpoints } from './endpoint.ts';

export const emailsEndpoints = defineEndpoints('notifications', {
  setEmailNotifications: { method: 'PUT', path: '/api/notifications/mails' },
  unsubscribe: { method: 'POST', path: '/api/mail/unsubscribe/{token}/{kind}' },
});
