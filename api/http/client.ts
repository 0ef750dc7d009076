import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import send from 'koa-send';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Files whose names hold a hash of their content never change. */
const HASHED = /^\/assets\//;

/** What looks like a file may be one. */
const FILE = /\.[a-z0-9]{1,8}$/i;

const PAGE = '/index.html';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400);

/** An address of the client's own: one that looks like no file, or that a browser asks for to show it as a page. */
const isPage = ({ path, headers }: Context): boolean =>
  path === PAGE || !FILE.test(path) || (!HASHED.test(path) && (headers.accept ?? '').includes('text/html'));

/** Marks the page as one of a staging system before the client runs, so that its banner is part of the first paint. */
const markedAsStaging = (page: string): string => page.replace('<html', '<html data-system="staging"');

/**
 * Serves the built web client from a folder; its own addresses all lead to its one page.
 * @param staging whether the client shows the banner of a staging system
 */
export function webClient(folder: string, staging: boolean): Middleware {
  if (!existsSync(folder)) return (_http, next) => next();

  /** Whether there is such a file. */
  async function served(http: Context, path: string): Promise<boolean> {
    const hashed = HASHED.test(path);
    try {
      const sent = await send(http, path, { root: folder, maxage: hashed ? YEAR_MS : 0, immutable: hashed });
      if (sent && !hashed) http.set('Cache-Control', 'no-cache');
      return Boolean(sent);
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async function servedPage(http: Context): Promise<boolean> {
    if (!staging) return served(http, PAGE);
    http.body = markedAsStaging(await readFile(join(folder, PAGE), 'utf8'));
    http.type = 'html';
    http.set('Cache-Control', 'no-cache');
    return true;
  }

  return async (http, next) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return next();
    if (http.path !== PAGE && FILE.test(http.path) && (await served(http, http.path))) return;
    if (isPage(http) && (await servedPage(http))) return;
    return next();
  };
}
