import type { Middleware } from 'koa';
import { escapeHtml } from '../../common/escape-html.ts';
import { listPublicOrganizations } from '../../projections/accounts/profiles/query.ts';
import { listPublicAnimalIds } from '../../projections/adoption/animals/query.ts';
import { listPublicCrowdfundingIds } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { listPublicPostIds } from '../../projections/posts/posts/query.ts';
import type { Queryable } from '../../projections/queryable.ts';

/** As the format specifies. The newest pages are included. */
const MAX_SITEMAP_URLS = 50_000;
const MAX_AGE_MS = 3_600_000;

type PathReader = (db: Queryable, limit: number) => Promise<readonly string[]>;

const SITEMAPS: Readonly<Record<string, PathReader>> = {
  pages: async () => ['/', '/crowdfundings', '/adoptable-animals'],
  animals: async (db, limit) =>
    (await listPublicAnimalIds(db, limit)).map((id) => `/adoptable-animals/${id}`),
  crowdfundings: async (db, limit) =>
    (await listPublicCrowdfundingIds(db, limit)).map((id) => `/crowdfundings/${id}`),
  organizations: async (db, limit) =>
    (await listPublicOrganizations(db, limit)).map((nickname) => `/profile/${encodeURIComponent(nickname)}`),
  posts: async (db, limit) => (await listPublicPostIds(db, limit)).map((id) => `/post/${id}`),
};

/** Search engines should not crawl these. */
const PRIVATE_PATHS = [
  '/api/docs',
  '/awaiting-approval',
  '/conversations',
  '/dashboard',
  '/google',
  '/login',
  '/new-post',
  '/notifications',
  '/register',
  '/settings',
  '/wallet',
];

const createRobotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

const createSitemapXml = (root: string, item: string, urls: readonly string[]): string => {
  const items = urls.map((address) => `<${item}><loc>${escapeHtml(address)}</loc></${item}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</${root}>`;
};

interface CachedSitemap {
  readonly xml: Promise<string>;
  readonly createdAt: number;
}

/** Serves `/robots.txt` and the sitemaps of the pages that visitors can see. */
export function serveSitemaps(db: Queryable, publicUrl: string): Middleware {
  const sitemapCache = new Map<string, CachedSitemap>();

  async function createSitemap(readPaths: PathReader): Promise<string> {
    const urls = (await readPaths(db, MAX_SITEMAP_URLS)).map((path) => publicUrl + path);
    return createSitemapXml('urlset', 'url', urls);
  }

  function loadSitemap(name: string, readPaths: PathReader): Promise<string> {
    const cachedSitemap = sitemapCache.get(name);
    if (cachedSitemap && Date.now() - cachedSitemap.createdAt < MAX_AGE_MS) return cachedSitemap.xml;
    const xml = createSitemap(readPaths);
    sitemapCache.set(name, { xml, createdAt: Date.now() });
    xml.catch(() => sitemapCache.delete(name));
    return xml;
  }

  return async (http, next) => {
    const [, name = ''] = /^\/sitemaps\/([a-z]+)\.xml$/.exec(http.path) ?? [];
    const readPaths = Object.hasOwn(SITEMAPS, name) ? SITEMAPS[name] : undefined;
    if (http.path === '/robots.txt') http.body = createRobotsText(publicUrl);
    else if (http.path === '/sitemap.xml')
      http.body = createSitemapXml(
        'sitemapindex',
        'sitemap',
        Object.keys(SITEMAPS).map((sitemapName) => `${publicUrl}/sitemaps/${sitemapName}.xml`),
      );
    else if (readPaths) http.body = await loadSitemap(name, readPaths);
    else return next();
    http.type = http.path.endsWith('.xml') ? 'application/xml' : 'text/plain';
    http.set('Cache-Control', `public, max-age=${MAX_AGE_MS / 1_000}`);
  };
}
