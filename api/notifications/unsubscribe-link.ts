import type { Middleware } from 'koa';

const ONE_CLICK_PATH = /^\/api\/mail\/unsubscribe\/([\w-]+)\/(\w+)$/;

/** Redirects the one-click unsubscribe URL to a page that asks for confirmation, because email scanners open links. */
export const redirectToUnsubscribePage: Middleware = (http, next) => {
  const [, token, kind] = ONE_CLICK_PATH.exec(http.path) ?? [];
  if (http.method !== 'GET' || !kind) return next();
  http.redirect(`/unsubscribe#${token}.${kind}`);
};
