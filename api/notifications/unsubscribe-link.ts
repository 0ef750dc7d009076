import type { Middleware } from 'koa';

const ONE_CLICK_PATH = /^\/api\/mail\/unsubscribe\/([\w-]+)\/(\w+)$/;

/**
 * Redirects who opens the one-click address of a mail to the page that asks first. Only a POST request turns mails
 * off, because scanners of mails open addresses.
 */
export const redirectToUnsubscribePage: Middleware = (http, next) => {
  const [, token, kind] = ONE_CLICK_PATH.exec(http.path) ?? [];
  if (http.method !== 'GET' || !kind) return next();
  http.redirect(`/unsubscribe#${token}.${kind}`);
};
