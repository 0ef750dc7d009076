import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import send from 'koa-send';
import { escapeHtml } from '../../common/escape-html.ts';
import { FIRST_PAGE_PATHS, type FirstPage } from '../../contract/endpoints/first-pages.ts';
import { isLanguage, LANGUAGE_PARAMETER } from '../../contract/rules/languages.ts';
import { CODE_TEMPLATE_ID, RENDERED_WIDTHS } from '../../contract/rules/rendered-page.ts';
import { normalizeText } from '../../domain/kernel/text.ts';
import { createHead, MISSING_HEAD } from '../sharing/head.ts';
import { PAGE_TEXTS } from '../sharing/page-texts.ts';
import { describePage } from '../sharing/subject.ts';
import { type SharedBody, sendSharedBody } from './compression.ts';
import {
  CLIENT_PAGES,
  type ClientPage,
  createReadsElement,
  type FirstReads,
  getMaxDelayMs,
  getPageLanguage,
  type LoadFirstReads,
  type PathParameters,
  PROFILE_CONTENT_PAGE,
} from './first-reads.ts';
import { createPreloads, readBuiltFile, readManifest } from './page-files.ts';
import type { PageRenderer, RenderedHtml } from './page-renderer.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Files with a content hash in their name never change. */
const HASHED_PATH = /^\/assets\//;

const FILE_EXTENSION = /\.[a-z0-9]{1,8}$/i;

const INDEX_PAGE = '/index.html';

/**
 * Maximum time to render a page, in milliseconds. It allows for starting the render thread, because without a rendered
 * page, the browser shows nothing until the code is loaded, which takes even longer.
 */
const MAX_RENDERING_MS = 1_000;

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400);

/** The path has no file extension, or the browser accepts HTML. */
const isPage = ({ path, headers }: Context): boolean =>
  path === INDEX_PAGE ||
  !FILE_EXTENSION.test(path) ||
  (!HASHED_PATH.test(path) && (headers.accept ?? '').includes('text/html'));

interface WebClientOptions {
  readonly folder: string;
  readonly isStaging: boolean;
  readonly supportAddress?: string | undefined;
  readonly loadFirstReads: LoadFirstReads;
  /** Renders pages for visitors; null if pages are only rendered in the browser. */
  readonly renderer: PageRenderer | null;
  /** URL that users open; used in link previews. */
  readonly publicUrl: string;
}

/** The client does not have to request settings that it reads from `data-` attributes. */
const createSettings = ({
  isStaging,
  supportAddress,
}: WebClientOptions): Readonly<Record<string, string>> => ({
  ...(isStaging && { system: 'staging' }),
  ...(supportAddress && { support: supportAddress }),
});

const toAttributes = (data: Readonly<Record<string, string>>): string =>
  Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('');

function getViewportWidth(http: Context): number {
  const isPhone = http.get('Sec-CH-UA-Mobile') === '?1' || /\bMobi/.test(http.get('User-Agent'));
  return isPhone ? RENDERED_WIDTHS.phone : RENDERED_WIDTHS.desktop;
}

/** Decodes the letters of nicknames in a path. Returns a malformed path unchanged. */
function decodePath(path: string): string {
  try {
    return normalizeText(decodeURIComponent(path));
  } catch {
    return path;
  }
}

/** Returns the path without needless percent-encoding. */
const getCanonicalPath = ({ path }: Context): string => encodeURI(decodePath(path));

/**
 * Returns the canonical form of the requested URL, so that each page is rendered once per language. Returns null for
 * URLs with a filter or an unknown parameter, because the first reads contain unfiltered data.
 */
function getRenderedUrl(http: Context, publicUrl: string): string | null {
  const url = publicUrl + getCanonicalPath(http);
  const { [LANGUAGE_PARAMETER]: language, ...filters } = http.query;
  if (Object.keys(filters).length > 0) return null;
  if (language === undefined) return url;
  return isLanguage(language) ? `${url}?${LANGUAGE_PARAMETER}=${language}` : null;
}

const CODE_ELEMENTS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** Moves the elements that load code to a template, which the browser activates after the first paint. */
function deferCode(html: string): string {
  const template = `<template id="${CODE_TEMPLATE_ID}">${html.match(CODE_ELEMENTS)?.join('')}</template>`;
  return html.replace(CODE_ELEMENTS, '').replace('</head>', () => `${template}</head>`);
}

/** Converts a route path, such as `/post/:id`, to a regular expression with a named group per parameter. */
const createPathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[\\w.çÇñÑ-]+)')}$`);

const DEFAULT_HEAD_ELEMENTS = /<title>[^<]*<\/title>|<meta name="description"[^>]*>/g;
const ROOT_ELEMENT = '<div id="root"></div>';

/** Returns null if the page uses the default head elements. */
function createPageHead(
  http: Context,
  { describe: toSubject, describedPage }: ClientPage,
  { status, body }: FirstReads,
  publicUrl: string,
): string | null {
  const language = getPageLanguage(http);
  if (describedPage) {
    const { title, description } = PAGE_TEXTS[language][describedPage];
    return createHead(describePage(getCanonicalPath(http), title, description), publicUrl, language);
  }
  if (status === 404) return MISSING_HEAD;
  return toSubject && body ? createHead(toSubject(body as never), publicUrl, language) : null;
}

/**
 * Serves the built web client. Each page path returns `index.html` with the code and first responses of the page and,
 * for visitors, the rendered page.
 */
export function serveWebClient(options: WebClientOptions): Middleware {
  const { folder, loadFirstReads, renderer, publicUrl } = options;
  if (!existsSync(join(folder, INDEX_PAGE))) return (_http, next) => next();
  const indexHtml = readBuiltFile(folder, INDEX_PAGE, '');
  const manifest = readManifest(folder);
  const settings = createSettings(options);
  const createRoute = (path: string, page: ClientPage) => ({
    path: createPathPattern(path),
    page,
    preloads: createPreloads(indexHtml, manifest, page.modules),
  });
  const routes = [
    ...Object.entries(FIRST_PAGE_PATHS).map(([name, path]) =>
      createRoute(path, CLIENT_PAGES[name as FirstPage]),
    ),
    createRoute(`${FIRST_PAGE_PATHS.profile}/:content`, PROFILE_CONTENT_PAGE),
  ];

  /** Returns false if the file does not exist. */
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

  async function renderPage(
    http: Context,
    { isComplete, json }: FirstReads,
    complete: (rendered: RenderedHtml) => string,
  ): Promise<SharedBody | null> {
    const url = getRenderedUrl(http, publicUrl);
    if (!renderer || !isComplete || url === null) return null;
    const page = {
      url,
      language: getPageLanguage(http),
      width: getViewportWidth(http),
      settings,
      reads: json ?? '[]',
    };
    return renderer.render(page, complete, getMaxDelayMs(http, MAX_RENDERING_MS));
  }

  function fillIndexPage(
    http: Context,
    head: string | null,
    elements: string,
    rendered: RenderedHtml | null,
  ): string {
    const data = {
      ...settings,
      ...(rendered && {
        'rendered-width': String(getViewportWidth(http)),
        'rendered-at': String(rendered.renderedAt),
      }),
    };
    const page = (head === null ? indexHtml : indexHtml.replace(DEFAULT_HEAD_ELEMENTS, ''))
      .replace('<html lang="en"', `<html lang="${getPageLanguage(http)}"${toAttributes(data)}`)
      .replace('</head>', () => `${head ?? ''}${elements}</head>`);
    return rendered
      ? deferCode(page).replace(ROOT_ELEMENT, () => `<div id="root">${rendered.html}</div>`)
      : page;
  }

  async function sendPageWithReads(
    http: Context,
    { page, preloads }: (typeof routes)[number],
    params: PathParameters,
  ): Promise<void> {
    const reads = await loadFirstReads(http, page, params);
    const elements = preloads + (reads.json === null ? '' : createReadsElement(reads.json));
    const complete = (rendered: RenderedHtml | null): string =>
      fillIndexPage(http, createPageHead(http, page, reads, publicUrl), elements, rendered);
    const rendered = await renderPage(http, reads, complete);
    if (page.describe && reads.status === 404) http.status = 404;
    if (rendered) await sendSharedBody(http, rendered, 'html');
    else http.body = complete(null);
    // A page that contains responses must not be stored in the browser's cache.
    if (reads.json !== null) http.set('Cache-Control', 'no-store');
  }

  async function sendPage(http: Context): Promise<void> {
    const pagePath = decodePath(http.path);
    const route = routes.find(({ path }) => path.test(pagePath));
    http.set('Cache-Control', 'no-cache');
    http.vary('Cookie, Accept-Language');
    if (route) await sendPageWithReads(http, route, route.path.exec(pagePath)?.groups ?? {});
    else http.body = fillIndexPage(http, null, '', null);
    http.type = 'html';
  }

  return async (http, next) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return next();
    if (http.path !== INDEX_PAGE && FILE_EXTENSION.test(http.path) && (await trySendFile(http, http.path)))
      return;
    return isPage(http) ? sendPage(http) : next();
  };
}
