import { gunzipSync } from 'node:zlib';
import * as accounts from '../../contract/accounts.ts';
import { calls } from '../../contract/calls.ts';
import * as posts from '../../contract/posts.ts';
import { getFollowers } from '../../contract/social-graph.ts';
import { startTestApi } from './support/api.ts';
import { createClient } from './support/client.ts';
import { createActiveCrowdfunding } from './support/coins.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import { sendRaw } from './support/request.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let token: string;

setUpTestApi();
beforeAll(async () => {
  token = (await registerNewUser(client)).token;
});

const postRaw = (body: string, headers: Record<string, string> = {}) =>
  client.send(posts.createPublication, { token, body, headers });

describe('request ids', () => {
  test('are generated, or taken from the request if they are valid', async () => {
    const validResponse = await fetch(`${api.url}/api/publications`, {
      headers: { 'X-Request-Id': 'mine-42' },
    });
    expect(validResponse.headers.get('x-request-id')).toBe('mine-42');
    const invalidResponse = await fetch(`${api.url}/api/nothing`, {
      headers: { 'X-Request-Id': 'a b<script>' },
    });
    expect(invalidResponse.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('are logged', async () => {
    const response = await client.send(posts.createPublication, {
      token,
      body: { text: 'traced' },
      headers: { 'X-Request-Id': 'trace-me' },
    });
    const [event] = await api.foundation.rawLog.readStream(`post-${response.body.id}`);
    expect(event?.metadata.requestId).toBe('trace-me');
  });
});

describe('bodies', () => {
  test('that are too large return 413', async () => {
    const response = await postRaw(JSON.stringify({ text: 'x'.repeat(70_000) }));
    expect([response.status, response.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('of a declared length that is too large return 413 before they arrive', async () => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': '3000000000',
      // The body stays incomplete.
      Connection: 'close',
    };
    const response = await sendRaw(`${api.url}/api/publication`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(413);
  });

  test('of another type return 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/merge-patch+json',
      'application/ld+json',
      'application/json; charset=utf-16',
    ]) {
      const response = await postRaw('{"text":"hello"}', { 'Content-Type': type });
      expect([response.status, response.body.code]).toEqual([415, 'UNSUPPORTED_CONTENT_TYPE']);
    }
  });

  test.each(['application/json', 'application/json; charset=UTF-8', 'Application/JSON;charset="utf-8"'])(
    'of the type %s are read',
    async (type) => {
      const response = await postRaw('{"text":"hello"}', { 'Content-Type': type });
      expect([response.status, response.body.text]).toEqual([200, 'hello']);
    },
  );

  test('that are not valid UTF-8 return 400', async () => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const postBytes = async (bytes: Buffer) => {
      const body = Buffer.concat([Buffer.from('{"text":"a'), bytes, Buffer.from('"}')]);
      const response = await sendRaw(`${api.url}/api/publication`, { method: 'POST', headers, body });
      const { code, text } = JSON.parse(response.body.toString());
      return [response.status, code ?? text];
    };
    for (const hex of ['e9', 'c0af', 'eda080', 'f09f98'])
      expect([hex, await postBytes(Buffer.from(hex, 'hex'))]).toEqual([hex, [400, 'INVALID_REQUEST']]);
    expect(await postBytes(Buffer.from('ñ\u{1f600}'))).toEqual([200, 'añ\u{1f600}']);
    expect(await postBytes(Buffer.from('\ufffd'))).toEqual([200, 'a\ufffd']);
  });

  test.each(['gzip', 'br', 'deflate', 'nonsense'])('in %s return 415', async (encoding) => {
    const response = await postRaw('{"text":"not compressed at all"}', { 'Content-Encoding': encoding });
    expect([response.status, response.body.code]).toEqual([415, 'UNSUPPORTED_CONTENT_ENCODING']);
    expect((await postRaw('{"text":"plain"}', { 'Content-Encoding': 'identity' })).status).toBe(200);
  });

  test.each(['{', '[1,2]', 'null', '"text"', '{"text":', '42', ''])(
    'that are %j return 400',
    async (body) => {
      const response = await postRaw(body);
      expect(response.status).toBe(400);
    },
  );

  test('cannot change prototypes', async () => {
    const response = await postRaw('{"text":"polluted","__proto__":{"admin":true}}');
    expect(response.status).toBe(400);
    await postRaw('{"text":"polluted","constructor":{"prototype":{"admin":true}}}');
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});

describe('addresses', () => {
  test('without a route return 404 as JSON', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/post', '/api/docs/nothing.js']) {
      const response = await fetch(api.url + path);
      expect([path, response.status, await response.json()]).toEqual([
        path,
        404,
        { code: 'NOT_FOUND', params: {}, message: 'There is nothing at this address.' },
      ]);
    }
  });

  test('with a wrong method return 405 with the allowed ones', async () => {
    const response = await fetch(`${api.url}/api/publication`, { method: 'PATCH' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    const unknownMethod = await sendRaw(`${api.url}/api/login`, { method: 'PROPFIND' });
    expect(unknownMethod.status).toBe(405);
  });

  test.each(['http://xn--a/', 'http://kindra.example/api/wallet', '*'])(
    'with the target %s instead of a path return 400',
    async (target) => {
      const { status, body } = await sendRaw(api.url, { target });
      expect([status, JSON.parse(body.toString())]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
    },
  );

  test('with and without a trailing slash lead to the same call', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    for (const path of ['/api/transaction', '/api/transaction/', '/api/wallet', '/api/wallet/'])
      for (const [method, status] of [['GET', 200] as const, ['PATCH', 405] as const])
        expect([method, path, (await sendRaw(`${api.url}${path}`, { method, headers })).status]).toEqual([
          method,
          path,
          status,
        ]);
  });

  test('with a nickname that is not in NFC lead to its profile', async () => {
    const author = await registerNewUser(client);
    const nickname = 'mu\u00f1oz_42';
    const body = { type: 'nickname', newData: nickname } as const;
    await client.ok(accounts.updateProfileAndToken, { token: author.token, body });
    const key = nickname.normalize('NFD');
    const profile = await client.ok(accounts.getProfile, { params: { nickname: key } });
    expect(profile).toMatchObject({ id: author.dataUser.id, nickname });
    expect(await client.ok(getFollowers, { params: { nickname: key } })).toEqual([]);
    expect(await client.ok(posts.profilePublications, { params: { profile: key } })).toEqual([]);
  });

  test.each([
    ['a post', posts.getPost, { id: 'garbage' }, 'POST_NOT_FOUND'],
    ['a post with an injection', posts.getPost, { id: "' OR 1=1 --" }, 'POST_NOT_FOUND'],
    ['replies', posts.getReplies, { id: '1' }, 'POST_NOT_FOUND'],
    ['a profile', accounts.getProfile, { nickname: 'no body' }, 'PROFILE_NOT_FOUND'],
    ['a profile with a zero byte', accounts.getProfile, { nickname: 'a\u0000b' }, 'PROFILE_NOT_FOUND'],
    ['a very long profile', accounts.getProfile, { nickname: 'x'.repeat(5000) }, 'PROFILE_NOT_FOUND'],
    ['posts of a profile', posts.profilePublications, { profile: '%' }, 'PROFILE_NOT_FOUND'],
    ['followers', getFollowers, { nickname: '../..' }, 'PROFILE_NOT_FOUND'],
  ])('with a malformed id for %s return 404', async (_, call, params, code) => {
    const response = await client.send(call, { params: params as unknown as Record<string, string> });
    expect([response.status, response.body.code]).toEqual([404, code]);
  });

  test('with broken escapes return 404 or 400', async () => {
    for (const path of ['/api/profile/%E0%A4%A', '/api/post/%', '/%ff', '/api/%2e%2e/%2e%2e/etc/passwd'])
      expect([400, 404]).toContain((await sendRaw(`${api.url}${path}`)).status);
  });
});

describe('pages', () => {
  const pagedCalls = calls.filter((call) => call.paged && call.audience === 'optional');

  test.each(pagedCalls.map((call) => [call.name, call] as const))(
    'of %s are numbers from 1 to 100, and deeper ones are refused',
    async (_, call) => {
      const { dataUser } = await registerNewUser(client);
      const post = await publishPost(client, token);
      const crowdfundingId = await createActiveCrowdfunding(api, dataUser.id);
      const { nickname } = dataUser;
      const id = call.path.startsWith('/api/crowdfunding/') ? crowdfundingId : post.id;
      const params = { nickname, profile: nickname, id, crowdfundingId, tag: 'cats' };
      const searchQuery: Readonly<Record<string, string>> =
        call.name === 'search' ? { q: 'cats', type: 'POST' } : {};
      for (const page of ['0', '-1', '1.5', 'one', '', '1e3', ' 1', '01', '0x1', 'NaN']) {
        const { status, body } = await client.send(call, { params, query: { ...searchQuery, page } });
        expect([page, status, body.message]).toEqual([page, 400, 'The page must be a positive integer.']);
      }
      for (const page of ['1', '2', '100'])
        expect((await client.send(call, { params, query: { ...searchQuery, page } })).status).toBe(200);
      for (const page of ['101', '999999999', '99999999999999999999999']) {
        const { status, body } = await client.send(call, { params, query: { ...searchQuery, page } });
        expect([page, status, body.code]).toEqual([page, 400, 'PAGE_TOO_DEEP']);
      }
      for (const cursor of ['garbage', 'WyJub3RoaW5nIl0', '', 'x'.repeat(500), "';--"])
        expect((await client.send(call, { params, token, query: { ...searchQuery, cursor } })).status).toBe(
          400,
        );
    },
  );

  test('that are repeated in the query return 400', async () => {
    expect((await fetch(`${api.url}/api/publications?page=1&page=2`)).status).toBe(400);
  });
});

describe('responses', () => {
  test('are compressed for clients that accept it', async () => {
    for (let n = 0; n < 10; n += 1) await publishPost(client, token, `${n} ${'word '.repeat(50)}`);
    const { headers, body } = await sendRaw(`${api.url}/api/publications`, {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString())).toHaveLength(10);
  });

  test('keep their headers on errors and allow nothing to other sites', async () => {
    const { headers } = await client.send(posts.createPublication, {
      body: {},
      headers: { Origin: 'https://evil.example' },
    });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('are measured by call and status', async () => {
    await client.send(posts.getPost, { params: { id: 'garbage' } });
    const metrics = await api.foundation.metrics?.metrics();
    expect(metrics).toMatch(/kindra_call_seconds_count\{call="getPost",status="404"\} \d+/);
  });

  test('to HEAD have no body', async () => {
    const { status, body } = await sendRaw(`${api.url}/api/publications`, { method: 'HEAD' });
    expect([status, body.length]).toEqual([200, 0]);
  });

  test('to unexpected errors contain no internal details', async () => {
    const failingApi = await startTestApi({
      adapt: (foundation) => ({
        ...foundation,
        passwords: {
          ...foundation.passwords,
          verify: () => Promise.reject(new Error('secret at node_modules/x')),
        },
      }),
    });
    const response = await createClient(failingApi.url).send(accounts.login, {
      body: { username: 'somebody', password: 'x' },
    });
    expect([response.status, response.body]).toEqual([
      500,
      { code: 'INTERNAL_ERROR', params: {}, message: 'An unexpected error has occurred.' },
    ]);
    expect(failingApi.logLines.join()).toContain('request failed');
    await failingApi.close();
  });
});
