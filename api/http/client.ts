import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import send from 'koa-send';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Files with a content hash in their names. They never change. */
const HASHED_PATH = /^\/assets\//;

/** Paths that end like a file name. */
const FILE_EXTENSION = /\.[a-z0-9]{1,8}$/i;

const INDEX_PAGE = '/index.html';

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400);

/**
 * Whether a request is for a page of the client: the path has no file extension, or the browser accepts HTML.
 */
const isPage = ({ path, headers }: Context): boolean =>
  path === INDEX_PAGE ||
  !FILE_EXTENSION.test(path) ||
  (!HASHED_PATH.test(path) && (headers.accept ?? '').includes('text/html'));

/** Marks the page in the HTML, so that the staging banner is part of the first paint. */
const markAsStaging = (page: string): string => page.replace('<html', '<html data-system="staging"');

/**
 * Serves the built web client from a folder. All page paths return `index.html`.
 * @param staging whether the client shows the staging banner
 */
export function serveWebClient(folder: string, staging: boolean): Middleware {
  if (!existsSync(folder)) return (_http, next) => next();

  /** Sends a file. Returns false if it does not exist. */
  async function trySendFile(http: Context, path: string): Promise<boolean> {
    const hashed = HASHED_PATH.test(path);
    try {
      const sent = await send(http, path, { root: folder, maxage: hashed ? YEAR_MS : 0, immutable: hashed });
      if (sent && !hashed) http.set('Cache-Control', 'no-cache');
      return Boolean(sent);
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async function trySendPage(http: Context): Promise<boolean> {
    if (!staging) return trySendFile(http, INDEX_PAGE);
    http.body = markAsStaging(await readFile(join(folder, INDEX_PAGE), 'utf8'));
    http.type = 'html';
    http.set('Cache-Control', 'no-cache');
    return true;
  }

  return async (http, next) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return next();
    if (http.path !== INDEX_PAGE && FILE_EXTENSION.test(http.path) && (await trySendFile(http, http.path)))
      return;
    if (isPage(http) && (await trySendPage(http))) return;
    return next();
  };
}
