import { defineEndpoints } from './endpoint.ts';

export const mailsEndpoints = defineEndpoints('notifications', {
  setMailNotifications: { method: 'PUT', path: '/api/notifications/mails' },
  unsubscribe: { method: 'POST', path: '/api/mail/unsubscribe/{token}/{kind}' },
});
