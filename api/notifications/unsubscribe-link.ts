import type { Middleware } from 'koa';

const ONE_CLICK_PATH = /^\/api\/mail\/unsubscribe\/([\w-]+)\/(\w+)$/;

/**
 * Redirects who opens the one-click address of an email to the page that asks first. Only a POST request turns emails
 * off, because scanners of emails open addresses.
 */
export const redirectToUnsubscribePage: Middleware = (http, next) => {
  const [, token, kind] = ONE_CLICK_PATH.exec(http.path) ?? [];
  if (http.method !== 'GET' || !kind) return next();
  http.redirect(`/unsubscribe#${token}.${kind}`);
};
