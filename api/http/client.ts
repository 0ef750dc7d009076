import { existsSync } from 'node:fs';
import type { Middleware } from 'koa';
import send from 'koa-send';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Files whose names hold a hash of their content never change. */
const HASHED = /^\/assets\//;

/** What looks like a file is not an address of the client's own. */
const FILE = /\.[a-z0-9]{1,8}$/i;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400);

/** Serves the built web client from a folder; its own addresses all lead to its one page. */
export function webClient(folder: string): Middleware {
  if (!existsSync(folder)) return (_http, next) => next();
  return async (http, next) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return next();
    const path = FILE.test(http.path) ? http.path : '/index.html';
    try {
      const hashed = HASHED.test(path);
      await send(http, path, { root: folder, maxage: hashed ? YEAR_MS : 0, immutable: hashed });
      if (!hashed) http.set('Cache-Control', 'no-cache');
    } catch (error) {
      if (!isMissing(error)) throw error;
      return next();
    }
  };
}
