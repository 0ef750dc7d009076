import { type FirstRead, SIGNED_IN_COOKIE } from '../../contract/endpoints/first-reads.ts';
import * as posts from '../../contract/posts.ts';
import { CODE_TEMPLATE_ID, RENDERED_WIDTHS } from '../../contract/rules/rendered-page.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { waitForResult } from '../support/wait.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApiWithClient } from './support/shared-api.ts';

const INDEX_HTML = `<html lang="en"><head><script type="module" src="/assets/entry-1.js"></script></head>
<body><div id="root"></div></body></html>`;

/**
 * Source code of a page renderer. Each page contains the renderer's input and the number of pages rendered so far. The
 * texts `Fail, please` and `Wait, please` make it fail or hang.
 */
const RENDERER = `
let count = 0;
export default async (page) => {
  count += 1;
  if (page.reads.includes('Fail, please')) throw new Error('The page could not be rendered.');
  if (page.reads.includes('Wait, please')) await new Promise(() => {});
  return '<main>' + JSON.stringify({ ...page, count }) + '$&</main>';
};
`;

interface RenderedPage {
  readonly url: string;
  readonly language: string;
  readonly width: number;
  readonly now: number;
  readonly settings: object;
  readonly reads: string;
  readonly count: number;
}

let author: AuthResponse;

setUpTestApiWithClient({
  'index.html': INDEX_HTML,
  'package.json': '{"type":"module"}',
  '.renderer/render.js': RENDERER,
});
beforeAll(async () => {
  author = await registerNewUser(client);
});

type RequestHeaders = Readonly<Record<string, string>>;

async function openPage(path: string, headers: RequestHeaders = {}) {
  const response = await fetch(api.url + path, { headers: { 'User-Agent': 'a robot', ...headers } });
  const html = await response.text();
  const [, json] = /<div id="root"><main>(.*)\$&<\/main><\/div>/.exec(html) ?? [];
  return { response, html, rendered: json ? (JSON.parse(json) as RenderedPage) : null };
}

test('a page for a visitor is rendered from the responses that it contains', async () => {
  const post = await publishPost(client, author.token, 'To be rendered');
  const { html, rendered } = await openPage(`/post/${post.id}`);
  const reads = JSON.parse(rendered?.reads ?? '[]') as readonly FirstRead[];
  expect(reads.map(({ name, args }) => [name, args])).toEqual([
    ['getPost', { id: post.id }],
    ['getReplies', { id: post.id, page: '1' }],
  ]);
  expect(reads[0]?.body).toMatchObject({ id: post.id, text: 'To be rendered' });
  expect(rendered?.url).toBe(`${api.url}/post/${post.id}`);
  expect(html).toContain(`data-rendered-at="${rendered?.now}"`);
});

test('a rendered page keeps the elements that load its code in a template', async () => {
  const { html } = await openPage('/terms');
  const [template = ''] = new RegExp(`<template id="${CODE_TEMPLATE_ID}">.*?</template>`).exec(html) ?? [];
  expect(template).toContain('<script type="module" src="/assets/entry-1.js"></script>');
  expect(html.replace(template, '')).not.toMatch(/<script type="module"|modulepreload/);
});

test.each<[string, string, RequestHeaders, Partial<RenderedPage>]>([
  ['the language of the browser', '/', { 'Accept-Language': 'es-AR,en;q=0.5' }, { language: 'es' }],
  ['the language of the URL', '/?lang=en', { 'Accept-Language': 'es' }, { language: 'en' }],
  ['English for other languages', '/', { 'Accept-Language': 'de' }, { language: 'en' }],
  ['a wide window', '/', { 'User-Agent': 'A browser' }, { width: RENDERED_WIDTHS.desktop }],
  ['a phone', '/', { 'User-Agent': 'A browser, Mobile' }, { width: RENDERED_WIDTHS.phone }],
  ['a phone that sends a client hint', '/', { 'Sec-CH-UA-Mobile': '?1' }, { width: RENDERED_WIDTHS.phone }],
])('a page is rendered for %s', async (_, path, headers, expectedPage) => {
  const { html, rendered, response } = await openPage(path, headers);
  expect(rendered).toMatchObject(expectedPage);
  expect(html).toContain(`<html lang="${rendered?.language}"`);
  expect(html).toContain(`data-rendered-width="${rendered?.width}"`);
  expect(response.headers.get('vary')).toContain('Accept-Language');
});

test.each<[string, string, RequestHeaders]>([
  ['a browser with a session', '/', { Cookie: `${SIGNED_IN_COOKIE}=1` }],
  ['a list with a filter', '/adoptable-animals?type=DOG', {}],
  ['an unknown language', '/?lang=x1', {}],
  ['several languages', '/?lang=en&lang=en', {}],
  ['a page that is not rendered on the server', '/login', {}],
  ['a post that does not exist', '/post/00000000-0000-7000-8000-000000000000', {}],
])('the client renders %s', async (_, path, headers) => {
  const { html, rendered } = await openPage(path, headers);
  expect(rendered).toBeNull();
  expect(html).toContain('<div id="root"></div>');
  expect(html).not.toContain('data-rendered');
});

test('a page from memory is the same in each encoding', async () => {
  const encodings = ['identity', 'gzip', 'br', 'br'];
  const pages = await Promise.all(
    encodings.map((encoding) => openPage('/privacy', { 'Accept-Encoding': encoding })),
  );
  const usedEncodings = pages.map(({ response }) => response.headers.get('content-encoding') ?? 'identity');
  expect(usedEncodings).toEqual(encodings);
  expect(
    new Set(pages.map(({ html }) => html.replace(/data-rendered-at="\d+"|"now":\d+|"count":\d+/g, ''))),
  ).toHaveProperty('size', 1);
});

test('a page is rendered again only when its responses have changed', async () => {
  const firstPage = await openPage('/');
  const secondPage = await openPage('/');
  expect(secondPage.rendered?.count).toBe(firstPage.rendered?.count);
  await publishPost(client, author.token, 'A new post');
  const updatedPage = await openPage('/');
  expect(updatedPage.rendered?.count).toBeGreaterThan(Number(firstPage.rendered?.count));
  expect(updatedPage.rendered?.reads).toContain('A new post');
});

test.each([
  ['/terms', '/te%72ms?'],
  ['/terms?lang=es', '/%74erms?lang=%65s&'],
])('%s is rendered once for all spellings of its URL, such as %s', async (path, spelling) => {
  const page = await openPage(spelling);
  expect(page.rendered?.url).toBe(api.url + path);
  expect(page.html).toContain(`<link rel="canonical" href="${api.url}/terms">`);
  expect((await openPage(path)).html).toBe(page.html);
});

test.each([
  ['cannot be rendered', 'Fail, please'],
  ['takes too long', 'Wait, please'],
])('the client renders a page that %s, and the server renders later pages', async (_, text) => {
  const { id } = await publishPost(client, author.token, text);
  const { response, html, rendered } = await openPage(`/post/${id}`, { 'User-Agent': 'A browser' });
  expect([response.status, rendered]).toEqual([200, null]);
  expect(html).toContain(text);
  await client.ok(posts.deletePublication, { params: { id }, token: author.token });
  await waitForResult(
    () => openPage('/'),
    (page) => page.rendered !== null,
  );
});
