import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import send from 'koa-send';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Files with a content hash in their names. They never change. */
const HASHED = /^\/assets\//;

/** Paths that end like a file name. */
const FILE = /\.[a-z0-9]{1,8}$/i;

const PAGE = '/index.html';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400);

/**
 * Whether a request is for a page of the client: the path has no file extension, or the browser accepts HTML.
 */
const isPage = ({ path, headers }: Context): boolean =>
  path === PAGE || !FILE.test(path) || (!HASHED.test(path) && (headers.accept ?? '').includes('text/html'));

/** Marks the page in the HTML, so that the staging banner is part of the first paint. */
const markedAsStaging = (page: string): string => page.replace('<html', '<html data-system="staging"');

/**
 * Serves the built web client from a folder. All page paths return `index.html`.
 * @param staging whether the client shows the staging banner
 */
export function webClient(folder: string, staging: boolean): Middleware {
  if (!existsSync(folder)) return (_http, next) => next();

  /** Sends a file. Returns false if it does not exist. */
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
