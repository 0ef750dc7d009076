import { escapeHtml } from '../../common/escape-html.ts';
import { LANGUAGE_PARAMETER, LANGUAGES, type Language } from '../../contract/rules/languages.ts';
import { getSharePicture } from '../../contract/sharing.ts';
import { getPictureVersion, type ShareSubject } from './subject.ts';

const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** Escapes JSON for a `<script>` element, which `<` in a string could close. */
export const escapeForScript = (json: string): string => json.replaceAll('<', '\\u003c');

/** Returns the URL path of the preview picture. */
export const getPicturePath = (subject: ShareSubject): string =>
  getSharePicture.path
    .replace('{kind}', subject.kind)
    .replace('{id}', subject.id)
    .replace('{version}', getPictureVersion(subject));

const OPEN_GRAPH_TYPES = { post: 'article', profile: 'profile' } as const;

/** Creates the head elements that describe a page to search engines and link previews. */
export function createHead(subject: ShareSubject, publicUrl: string, language: Language): string {
  const { kind, title, description, structuredData } = subject;
  const url = publicUrl + subject.path;
  const picture = publicUrl + getPicturePath(subject);
  const properties: readonly (readonly [string, string])[] = [
    ['og:site_name', 'Kindra'],
    [
      'og:type',
      kind in OPEN_GRAPH_TYPES ? OPEN_GRAPH_TYPES[kind as keyof typeof OPEN_GRAPH_TYPES] : 'website',
    ],
    ['og:url', url],
    ['og:title', title],
    ['og:description', description],
    ['og:image', picture],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', String(SHARE_PICTURE_SIZE.width)],
    ['og:image:height', String(SHARE_PICTURE_SIZE.height)],
    ['og:image:alt', title],
    ['og:locale', language],
  ];
  const alternates = LANGUAGES.map(
    (alternateLanguage) =>
      `<link rel="alternate" hreflang="${alternateLanguage}" href="${escapeHtml(`${url}?${LANGUAGE_PARAMETER}=${alternateLanguage}`)}">`,
  );
  const json = escapeForScript(
    JSON.stringify(
      { '@context': 'https://schema.org', url, image: picture, ...structuredData },
      (name, value) => (name === 'image' && value.startsWith('/') ? publicUrl + value : value),
    ),
  );
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...alternates,
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(url)}">`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    `<script type="application/ld+json">${json}</script>`,
  ].join('');
}

/** Head elements of a page that visitors cannot see. */
export const MISSING_HEAD = '<title>Kindra</title><meta name="robots" content="noindex">';
