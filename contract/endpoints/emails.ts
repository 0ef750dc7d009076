import { defineEndpoints } from './endpoint.ts';

/** Endpoints for emails about notifications. Sent emails contain the unsubscribe path, so it must not change. */
export const emailsEndpoints = defineEndpoints('notifications', {
  setEmailNotifications: { method: 'PUT', path: '/api/notifications/mails' },
  unsubscribe: { method: 'POST', path: '/api/mail/unsubscribe/{token}/{kind}' },
});
