import * as accounts from '../../contract/accounts.ts';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import * as posts from '../../contract/posts.ts';
import { forbidden, notLoggedIn, sessionExpired } from '../../contract/problems.ts';
import { CALLERS, type CallerKind, createCaller, type TestCaller } from './support/callers.ts';
import { getStatusAndCode, type Sent } from './support/client.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import {
  admin,
  PERMISSION_CASES,
  type PermissionCase,
  selectOtherNickname,
  setUpPermissionCases,
  somebody,
} from './support/permission-cases.ts';
import { api, client } from './support/shared-api.ts';

const REFUSED = 401;
const ROLES: readonly CallerKind[] = ['USER', 'ORG', 'ADMIN', 'MOD'];

/** Returns the status that the contract specifies, without the exceptions of the call. */
function getExpectedStatus(
  { audience, status = 200 }: Call,
  kind: CallerKind,
  admitted: number = status,
): number {
  if (audience === 'all') return admitted;
  if (kind === 'visitor') return audience === 'optional' ? admitted : REFUSED;
  if (!ROLES.includes(kind)) return REFUSED;
  return !Array.isArray(audience) || audience.includes(kind) ? admitted : 403;
}

/** Returns the error code for an expected status; undefined for a success. */
function getExpectedCode(
  { audience, loginProblem = notLoggedIn }: Call,
  kind: CallerKind,
  status: number,
  code: string | undefined,
): string | undefined {
  if (status < 400) return undefined;
  if (status === REFUSED) return kind === 'visitor' ? loginProblem.code : sessionExpired.code;
  return Array.isArray(audience) && !audience.includes(kind) ? forbidden.code : code;
}

setUpPermissionCases();

test('tests every call of the contract', () => {
  expect(Object.keys(PERMISSION_CASES).sort()).toEqual(calls.map(({ name }) => name).sort());
});

/** Returns the status of a stream, which does not end by itself, and the body of an error. */
async function openStream(call: Call, token: string | null | undefined) {
  const controller = new AbortController();
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(api.url + call.path, { headers, signal: controller.signal });
  const body: unknown = response.ok ? null : await response.json();
  controller.abort();
  return { status: response.status, body };
}

/** Calls after which the caller cannot be reused, because they change its account. */
const CHANGES_THE_CALLER = [
  'logout',
  'deactivateProfile',
  'changePassword',
  'scheduleDeletion',
  'endOtherSessions',
  'updateProfile',
  'updateProfileAndToken',
  'blockProfile',
];

const callers = new Map<CallerKind, Promise<TestCaller>>();

/** Returns a caller for one attempt; reuses it unless a call has changed it. */
function getCaller(name: string, kind: CallerKind): Promise<TestCaller> {
  const create = () => createCaller(api, client, kind, admin.token);
  if (ROLES.includes(kind) && CHANGES_THE_CALLER.includes(name)) return create();
  const caller = callers.get(kind) ?? create();
  callers.set(kind, caller);
  return caller;
}

describe.each(calls.map((call) => [call.name, call] as const))('%s', (name, call) => {
  const { sent, status, code, exceptions = {} } = PERMISSION_CASES[name] as PermissionCase;
  let sentByRefused: Promise<Sent> | null = null;

  /** Returns the input; rejected callers share it, since it is not changed. */
  const createRequestBy = async (caller: TestCaller, expected: number): Promise<Sent> => {
    if (expected !== REFUSED) return sent(caller);
    sentByRefused ??= Promise.resolve(sent({ id: null, token: null }));
    return sentByRefused;
  };

  test.each(
    CALLERS.map((kind) => [kind, exceptions[kind] ?? getExpectedStatus(call, kind, status)] as const),
  )('for a caller with: %s → %i', async (kind, expected) => {
    const caller = await getCaller(name, kind);
    const request = { ...(await createRequestBy(caller, expected)), token: caller.token };
    const isStream = call.responseType === 'text/event-stream';
    const response = isStream ? openStream(call, caller.token) : client.send(call, request);
    const expectedCode = getExpectedCode(call, kind, expected, code);
    expect(await getStatusAndCode(response)).toEqual([expected, expectedCode]);
  });
});

describe('of their own', () => {
  test.each(ROLES)('a %s may delete a post', async (kind) => {
    const { token } = await createCaller(api, client, kind, admin.token);
    const { id } = await publishPost(client, token as string);
    expect((await client.send(posts.deletePublication, { params: { id }, token })).status).toBe(200);
  });
});

describe('the operation of a refused caller', () => {
  const bad = CALLERS.filter((kind) => !ROLES.includes(kind));

  test.each(bad)('has no effect: %s', async (kind) => {
    const caller = await getCaller('any', kind);
    const before = await api.foundation.rawLog.head();
    for (const call of calls.filter(({ method, audience }) => method !== 'GET' && audience !== 'all'))
      await client.send(call, { params: { id: somebody.dataUser.id }, body: {}, token: caller.token });
    expect(await api.foundation.rawLog.head()).toBe(before);
  });

  test('has no effect: an account on another’s profile', async () => {
    const { token } = await registerNewUser(client);
    await client.ok(accounts.updateProfile, { token, body: { type: 'profileName', newData: 'Mine Alone' } });
    const profile = await client.ok(accounts.getProfile, selectOtherNickname());
    expect(profile.profileName).toBe('Somebody');
  });
});
