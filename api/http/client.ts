import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import send from 'koa-send';
import { isLanguage, LANGUAGE_PARAMETER, LANGUAGES, type Language } from '../../contract/rules/languages.ts';
import { createHead, escapeHtml, MISSING_HEAD } from '../sharing/head.ts';
import { PAGE_TEXTS } from '../sharing/page-texts.ts';
import { describePage } from '../sharing/subject.ts';
import { type ClientPage, FIRST_PAGES, type FirstReads } from './first-reads.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Matches paths of files with a content hash in their names. Such files never change. */
const HASHED_PATH = /^\/assets\//;

/** Matches paths that end with a file extension. */
const FILE_EXTENSION = /\.[a-z0-9]{1,8}$/i;

const INDEX_PAGE = '/index.html';
const MANIFEST = '/.vite/manifest.json';

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400);

/**
 * Returns whether a request is for a page of the client: the path has no file extension, or the browser
 * accepts HTML.
 */
const isPage = ({ path, headers }: Context): boolean =>
  path === INDEX_PAGE ||
  !FILE_EXTENSION.test(path) ||
  (!HASHED_PATH.test(path) && (headers.accept ?? '').includes('text/html'));

/** Adds settings to the HTML, so that the client needs no request for them. */
const addSettings = (page: string, { isStaging, supportAddress }: WebClientOptions): string => {
  const attributes = [
    ...(isStaging ? ['data-system="staging"'] : []),
    ...(supportAddress ? [`data-support="${escapeHtml(supportAddress)}"`] : []),
  ];
  return page.replace('<html', ['<html', ...attributes].join(' '));
};

/** Files that each module of the client needs, by module name. */
type Manifest = Readonly<Record<string, ManifestChunk>>;

interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/**
 * Creates preload elements, so that the browser fetches a page's code and styles in parallel with those of
 * the index page.
 */
function createPreloads(index: string, manifest: Manifest, module: string): string {
  const files = new Set<string>();
  const addFiles = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    for (const importedName of chunk.imports ?? []) addFiles(importedName);
  };
  addFiles(module);
  const toElement = (file: string): string =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`;
  return [...files]
    .filter((file) => !index.includes(file))
    .map(toElement)
    .join('');
}

/** Options of `serveWebClient`. */
export interface WebClientOptions {
  /** Folder of the built client. */
  readonly folder: string;
  /** Whether the client shows the staging banner. */
  readonly isStaging: boolean;
  /** Email address of the support. */
  readonly supportAddress?: string | undefined;
  /** Reads the first responses of a page. */
  readonly loadFirstReads: (http: Context, page: ClientPage) => Promise<FirstReads>;
  /** URL that users open; used in link previews. */
  readonly publicUrl: string;
}

/** Reads a file of the built client. Returns the default if the file does not exist. */
const readBuiltFile = (folder: string, path: string, defaultText: string): string =>
  existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : defaultText;

const getLanguage = ({ query }: Context): Language => {
  const requestedLanguage = query[LANGUAGE_PARAMETER];
  return isLanguage(requestedLanguage) ? requestedLanguage : LANGUAGES[0];
};

/** Matches the default head elements that a page's own head replaces. */
const DEFAULT_HEAD = /<title>[^<]*<\/title>|<meta name="description"[^>]*>/g;

/**
 * Creates the head elements of a page for search engines and link previews. Returns null if the default ones
 * apply.
 */
function createPageHead(
  http: Context,
  { describe: toSubject, text }: ClientPage,
  { status, body }: FirstReads,
  publicUrl: string,
): string | null {
  const language = getLanguage(http);
  if (text) {
    const { title, description } = PAGE_TEXTS[language][text];
    return createHead(describePage(http.path, title, description), publicUrl, language);
  }
  if (status === 404) return MISSING_HEAD;
  return toSubject && body ? createHead(toSubject(body as never), publicUrl, language) : null;
}

/**
 * Serves the built web client. All page paths return `index.html` with preloads of the page's code and its
 * first responses.
 */
export function serveWebClient(options: WebClientOptions): Middleware {
  const { folder, loadFirstReads, publicUrl } = options;
  if (!existsSync(join(folder, INDEX_PAGE))) return (_http, next) => next();
  const builtIndex = readBuiltFile(folder, INDEX_PAGE, '');
  const index = addSettings(builtIndex, options);
  const manifest: Manifest = JSON.parse(readBuiltFile(folder, MANIFEST, '{}'));
  const pages = FIRST_PAGES.map((page) => ({ page, preloads: createPreloads(index, manifest, page.module) }));

  /** Sends a file. Returns false if it does not exist. */
  async function trySendFile(http: Context, path: string): Promise<boolean> {
    const isHashed = HASHED_PATH.test(path);
    try {
      const sentPath = await send(http, path, {
        root: folder,
        maxage: isHashed ? YEAR_MS : 0,
        immutable: isHashed,
      });
      if (sentPath && !isHashed) http.set('Cache-Control', 'no-cache');
      return Boolean(sentPath);
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async function sendPage(http: Context): Promise<void> {
    const matchedPage = pages.find(({ page }) => page.path.test(http.path));
    const firstReads: FirstReads = matchedPage
      ? await loadFirstReads(http, matchedPage.page)
      : { element: '' };
    const head = matchedPage ? createPageHead(http, matchedPage.page, firstReads, publicUrl) : null;
    const page = head === null ? index : index.replace(DEFAULT_HEAD, '');
    const localizedPage = page.replace('<html lang="en"', `<html lang="${getLanguage(http)}"`);
    if (matchedPage?.page.describe && firstReads.status === 404) http.status = 404;
    http.body = matchedPage
      ? localizedPage.replace(
          '</head>',
          () => `${head ?? ''}${matchedPage.preloads}${firstReads.element}</head>`,
        )
      : localizedPage;
    http.type = 'html';
    // A page that contains responses must not be stored in the browser's cache.
    http.set('Cache-Control', firstReads.element ? 'no-store' : 'no-cache');
    http.vary('Cookie');
  }

  return async (http, next) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return next();
    if (http.path !== INDEX_PAGE && FILE_EXTENSION.test(http.path) && (await trySendFile(http, http.path)))
      return;
    return isPage(http) ? sendPage(http) : next();
  };
}
