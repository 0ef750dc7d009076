import { FIRST_READS_ID, type FirstRead, SIGNED_IN_COOKIE } from '../../contract/endpoints/first-reads.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { waitForResult } from '../support/wait.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApiWithClient } from './support/shared-api.ts';

const HOME_MODULE = 'src/features/feed/home-page.tsx';
const MANIFEST = {
  [HOME_MODULE]: { file: 'assets/home-1.js', imports: ['entry', 'shared'] },
  entry: { file: 'assets/entry-1.js' },
  shared: { file: 'assets/shared-1.js', imports: [HOME_MODULE] },
};
const INDEX_HTML =
  '<html><head><script type="module" src="/assets/entry-1.js"></script></head><body></body></html>';

let author: AuthResponse;

setUpTestApiWithClient({ 'index.html': INDEX_HTML, '.vite/manifest.json': JSON.stringify(MANIFEST) });
beforeAll(async () => {
  author = await registerNewUser(client);
});

const FIRST_READS_PATTERN = new RegExp(
  `<script type="application/json" id="${FIRST_READS_ID}">([^<]*)</script></head>`,
);

async function openPage(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(api.url + path, { headers: { 'User-Agent': 'a robot', ...headers } });
  const html = await response.text();
  const [, json] = FIRST_READS_PATTERN.exec(html) ?? [];
  return { response, html, reads: json ? (JSON.parse(json) as readonly FirstRead[]) : null };
}

/** Removes the view counts, because they change during the test. */
const omitViews = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value) => (key === 'views' ? undefined : value)));

test('a page contains the API responses of its first screen for a visitor', async () => {
  const post = await publishPost(client, author.token, 'Look: </script><script>alert(1)</script>');
  const { response, html, reads } = await openPage(`/post/${post.id}`);
  const apiResponse = await client.send(posts.getPost, { params: { id: post.id } });
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('vary')).toContain('Cookie');
  expect(html).not.toContain('<script>alert');
  expect(reads?.map(({ url }) => url)).toEqual([`/api/post/${post.id}`, `/api/replies/${post.id}?page=1`]);
  expect(omitViews(reads?.[0]?.body)).toEqual(omitViews(apiResponse.body));
  expect(reads?.[0]?.headers['x-read-position']).toBe(apiResponse.headers.get('x-read-position'));
});

test('a page of a feed contains the link to the next page', async () => {
  for (let n = 0; n < 11; n += 1) await publishPost(client, author.token, `Post ${n}`);
  const { reads } = await openPage('/');
  const { headers } = await client.send(posts.forYouPublications);
  expect(reads?.[0]?.headers.link).toBe(headers.get('link'));
});

test.each([
  ['a browser with a session', '/', { Cookie: `${SIGNED_IN_COOKIE}=1` }],
  ['a page without first reads', '/login', {}],
])('the page contains no responses for %s', async (_, path, headers) => {
  const { response, reads } = await openPage(path, headers as Record<string, string>);
  expect([response.status, reads]).toEqual([200, null]);
});

test('a page preloads its own modules', async () => {
  const { html } = await openPage('/');
  const preloadLinks = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)];
  expect(preloadLinks.map(([, path]) => path)).toEqual(['/assets/home-1.js', '/assets/shared-1.js']);
});

test('a post in a page counts as viewed once', async () => {
  const { id } = await publishPost(client, author.token, 'To be viewed');
  await openPage(`/post/${id}`, { 'User-Agent': 'a browser' });
  const fetchPost = () => client.ok(posts.getPost, { params: { id }, token: author.token });
  const { views } = await waitForResult(fetchPost, (post) => post.views > 0);
  expect(views).toBe(1);
});
