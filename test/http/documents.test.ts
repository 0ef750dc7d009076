import { Validator } from '@seriousme/openapi-schema-validator';
import { calls } from '../../contract/calls.ts';
import { api, setUpTestApiWithClient } from './support/shared-api.ts';

const PAGE = '<!doctype html><html lang="en"><main>The client</main></html>';

setUpTestApiWithClient({
  'index.html': PAGE,
  'assets/main-4f2a.js': 'console.log("client");',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
});

const fetchPath = (path: string, init?: RequestInit) =>
  fetch(api.url + path, { redirect: 'manual', ...init });

describe('the OpenAPI document', () => {
  type Operation = {
    operationId: string;
    security: object[];
    summary: string;
    parameters?: { name: string; description?: string }[];
    requestBody?: { required: boolean; content: Record<string, { schema: { properties: object } }> };
    responses: Record<string, { headers?: object; content?: Record<string, { schema: object }> }>;
  };
  type Document = {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, { required?: string[]; properties?: Record<string, object> }> };
  };
  const readDocument = async () => (await (await fetchPath('/api/openapi.json')).json()) as Document;

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate((await readDocument()) as unknown as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect([result.valid, validator.version]).toEqual([true, '3.1']);
  });

  test('contains every call and nothing else', async () => {
    const { paths } = await readDocument();
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
    );
    const expectedOperations = [
      ...calls.map(({ name, method, path }) => [name, method, path]),
      ['getApiPage', 'GET', '/api/docs'],
      ['getOpenApiDocument', 'GET', '/api/openapi.json'],
    ];
    expect(operations.sort()).toEqual(expectedOperations.sort());
  });

  test('describes inputs, responses and allowed callers', async () => {
    const { paths, components } = await readDocument();
    const publishOperation = paths['/api/publication']?.post;
    expect(publishOperation?.security).toEqual([{ bearer: [] }]);
    expect(publishOperation?.parameters?.map(({ name }) => name)).toEqual(['Idempotency-Key']);
    expect(publishOperation?.responses['200']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Post',
    });
    expect(
      Object.keys(publishOperation?.requestBody?.content['application/json']?.schema.properties ?? {}),
    ).toEqual(['text', 'idParent']);
    const feedOperation = paths['/api/publications']?.get;
    expect(feedOperation?.security).toEqual([{}, { bearer: [] }]);
    expect(feedOperation?.parameters?.map(({ name }) => name)).toEqual(['page', 'cursor']);
    expect(Object.keys(components.schemas).sort()).toEqual(
      expect.arrayContaining(['AuthResponse', 'Error', 'Post', 'Profile', 'ProfileRow', 'SessionUser']),
    );
    expect(components.schemas.Post?.properties?.creatorData).toEqual({
      $ref: '#/components/schemas/ProfileSummary',
    });
  });

  test.each([
    ['put', '/api/adopt/adopted/{id}', ['200', '400', '401', '403', '404', '429', '503']],
    ['put', '/api/profile/{id}/block', ['200', '400', '401', '403', '404', '429', '503']],
    ['post', '/api/followProfile', ['200', '400', '401', '403', '404', '413', '415', '429', '503']],
    ['post', '/api/likePublication', ['200', '400', '401', '403', '404', '413', '415', '429', '503']],
    ['get', '/api/dashboard/audit/entries', ['200', '400', '401', '403', '404', '429', '503']],
    ['get', '/api/profile/{nickname}', ['200', '304', '401', '403', '404', '429', '503']],
    ['post', '/api/register/ORG', ['400', '403', '413', '415', '429', '503']],
    ['post', '/api/login', ['200', '400', '403', '413', '415', '429', '503']],
  ])('lists the statuses of %s %s', async (method, path, statuses) => {
    const responses = (await readDocument()).paths[path]?.[method]?.responses ?? {};
    expect(Object.keys(responses)).toEqual(statuses);
    expect(responses['429']?.headers).toHaveProperty('Retry-After');
  });

  test('requires a body only where a field is required', async () => {
    const { paths } = await readDocument();
    const isBodyRequired = (path: string) => paths[path]?.put?.requestBody?.required;
    expect(isBodyRequired('/api/dashboard/approve/crowdfunding/{id}')).toBe(false);
    expect(isBodyRequired('/api/dashboard/decline/organization/{id}')).toBe(false);
    expect(isBodyRequired('/api/dashboard/reactive-profile/{id}')).toBe(false);
    expect(isBodyRequired('/api/dashboard/ban-profile/{id}')).toBe(true);
  });

  test('describes the limits of pages and messages', async () => {
    const { paths } = await readDocument();
    const [page] = paths['/api/publications']?.get?.parameters ?? [];
    expect(page?.description).toContain('Pages after the 100th return 400 `PAGE_TOO_DEEP`');
    expect(paths['/api/conversation/{id}']?.get?.summary).toContain('newest 50 messages');
  });

  test('defines each component without a reference to itself', async () => {
    const { components } = await readDocument();
    const { AuthResponse, Error: failure } = components.schemas;
    expect(AuthResponse?.required).toEqual(['token', 'expiration', 'dataUser']);
    expect(failure?.required).toEqual(['code', 'params', 'message']);
    for (const [name, schema] of Object.entries(components.schemas))
      expect([name, Object.keys(schema)]).not.toEqual([name, ['$ref']]);
  });

  test('contains no dangling references', async () => {
    const text = await (await fetchPath('/api/openapi.json')).text();
    const { components } = JSON.parse(text) as Document;
    const references = [...text.matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(components.schemas).toHaveProperty(name as string);
    expect(text).not.toContain('$defs');
  });
});

test('the API page loads resources from this server only', async () => {
  const page = await fetchPath('/api/docs');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  const html = await page.text();
  expect(html).not.toMatch(/https?:\/\/|<script>|<style|style="|onload/);
  const addresses = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address as string);
  expect(addresses.length).toBe(4);
  for (const address of addresses)
    expect([address, (await fetchPath(address)).status]).toEqual([address, 200]);
});

describe('the web client', () => {
  test('serves one page at all paths of the client', async () => {
    for (const path of ['/', '/login', '/settings/sessions', '/explore?x=y', '/conversations/a.b/c']) {
      // For bots, the server waits for the API responses, so the page contains them even on a busy machine.
      const response = await fetchPath(path, { headers: { 'User-Agent': 'a robot' } });
      expect([path, response.status, await response.text()]).toEqual([path, 200, PAGE]);
      expect(response.headers.get('cache-control')).toBe(path === '/' ? 'no-store' : 'no-cache');
      expect(response.headers.get('content-type')).toContain('text/html');
    }
  });

  test('serves the page to browsers also for paths that look like files', async () => {
    const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const path of ['/profile/john.doe', '/a.b', '/profile/john.doe/followers'])
      expect(await (await fetchPath(path, { headers })).text()).toBe(PAGE);
    expect((await fetchPath('/icon.svg', { headers })).headers.get('content-type')).toContain('svg');
    for (const path of ['/assets/gone-1234.js', '/api/gone.json'])
      expect([path, (await fetchPath(path, { headers })).status]).toEqual([path, 404]);
  });

  test('marks every page of a staging system, so that the banner is shown at once', async () => {
    const settings = { ...api.foundation.settings, isStaging: true };
    const stagingApi = await api.startAnotherApi({ settings });
    for (const path of ['/', '/login', '/index.html', '/profile/john.doe']) {
      const response = await fetch(stagingApi.url + path, { headers: { Accept: 'text/html' } });
      expect(await response.text()).toContain('<html lang="en" data-system="staging">');
      expect(response.headers.get('content-type')).toContain('text/html');
    }
    expect(await (await fetchPath('/')).text()).not.toContain('staging');
  });

  test('contains the escaped address of the support', async () => {
    const settings = { ...api.foundation.settings, supportAddress: '"a&b"@kindra.example' };
    const apiWithSupport = await api.startAnotherApi({ settings });
    const response = await fetch(`${apiWithSupport.url}/`, { headers: { Accept: 'text/html' } });
    expect(await response.text()).toContain(
      '<html lang="en" data-support="&quot;a&amp;b&quot;@kindra.example">',
    );
  });

  test('lets browsers cache files with a content hash forever', async () => {
    const script = await fetchPath('/assets/main-4f2a.js');
    expect(script.headers.get('cache-control')).toBe('max-age=31536000,immutable');
    expect(script.headers.get('content-type')).toContain('javascript');
    expect((await fetchPath('/icon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  test('does not serve the page for missing files, calls and paths outside of its folder', async () => {
    for (const path of ['/assets/gone-1234.js', '/favicon.ico', '/api/nothing', '/api'])
      expect([path, (await fetchPath(path)).status]).toEqual([path, 404]);
    expect((await fetchPath('/login', { method: 'POST' })).status).toBe(404);
    for (const path of ['/..%2f..%2fetc%2fpasswd.txt', '/assets/..%5c..%5cpackage.json', '/.env.txt'])
      expect([400, 404]).toContain((await fetchPath(path)).status);
  });
});
