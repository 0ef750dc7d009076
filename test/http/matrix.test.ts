import * as accounts from '../../contract/accounts.ts';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import * as posts from '../../contract/posts.ts';
import { forbidden, notLoggedIn, sessionExpired } from '../../contract/problems.ts';
import { CALLERS, type CallerKind, createCaller, type TestCaller } from './support/callers.ts';
import { type CallInput, getStatusAndCode } from './support/client.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import {
  admin,
  createNicknameInput,
  PERMISSION_CASES,
  type PermissionCase,
  setUpPermissionCases,
  subjectOwner,
} from './support/permission-cases.ts';
import { api, client } from './support/shared-api.ts';

const UNAUTHORIZED = 401;
const ROLES: readonly CallerKind[] = ['USER', 'ORG', 'ADMIN', 'MOD'];

/** Returns the status that the call's audience determines. Exceptions in the permission case are not considered. */
function getExpectedStatus(
  { audience, status }: Call,
  kind: CallerKind,
  permittedStatus: number = status ?? 200,
): number {
  if (audience === 'all') return permittedStatus;
  if (kind === 'visitor') return audience === 'optional' ? permittedStatus : UNAUTHORIZED;
  if (!ROLES.includes(kind)) return UNAUTHORIZED;
  return !Array.isArray(audience) || audience.includes(kind) ? permittedStatus : 403;
}

/** Returns the error code that corresponds to an expected status, or undefined if the status is a success. */
function getExpectedCode(
  { audience, loginProblem = notLoggedIn }: Call,
  kind: CallerKind,
  status: number,
  code: string | undefined,
): string | undefined {
  if (status < 400) return undefined;
  if (status === UNAUTHORIZED) return kind === 'visitor' ? loginProblem.code : sessionExpired.code;
  return Array.isArray(audience) && !audience.includes(kind) ? forbidden.code : code;
}

setUpPermissionCases();

test('tests every call of the contract', () => {
  expect(Object.keys(PERMISSION_CASES).sort()).toEqual(calls.map(({ name }) => name).sort());
});

/** Opens a stream and aborts it. Returns the response status, and the body if it is an error. */
async function openStream(call: Call, token: string | null | undefined) {
  const abortController = new AbortController();
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(api.url + call.path, { headers, signal: abortController.signal });
  const body: unknown = response.ok ? null : await response.json();
  abortController.abort();
  return { status: response.status, body };
}

/** Names of calls that change the caller's account. A caller cannot be reused after them. */
const CALLER_CHANGING_CALLS = [
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

/** Returns a caller of the given kind. Callers are reused unless the call changes their account. */
function getCaller(name: string, kind: CallerKind): Promise<TestCaller> {
  const createNewCaller = () => createCaller(api, client, kind, admin.token);
  if (ROLES.includes(kind) && CALLER_CHANGING_CALLS.includes(name)) return createNewCaller();
  const caller = callers.get(kind) ?? createNewCaller();
  callers.set(kind, caller);
  return caller;
}

describe.each(calls.map((call) => [call.name, call] as const))('%s', (name, call) => {
  const { createInput, status, code, exceptions = {} } = PERMISSION_CASES[name] as PermissionCase;
  let sharedInput: Promise<CallInput> | null = null;

  /** Returns the input for a request. Unauthorized callers share one input, because they cannot change anything. */
  const getInput = async (caller: TestCaller, expectedStatus: number): Promise<CallInput> => {
    if (expectedStatus !== UNAUTHORIZED) return createInput(caller);
    sharedInput ??= Promise.resolve(createInput({ id: null, token: null }));
    return sharedInput;
  };

  test.each(
    CALLERS.map((kind) => [kind, exceptions[kind] ?? getExpectedStatus(call, kind, status)] as const),
  )('for caller: %s → %i', async (kind, expectedStatus) => {
    const caller = await getCaller(name, kind);
    const request = { ...(await getInput(caller, expectedStatus)), token: caller.token };
    const isStream = call.responseType === 'text/event-stream';
    const response = isStream ? openStream(call, caller.token) : client.send(call, request);
    const expectedCode = getExpectedCode(call, kind, expectedStatus, code);
    expect(await getStatusAndCode(response)).toEqual([expectedStatus, expectedCode]);
  });
});

describe('own posts', () => {
  test.each(ROLES)('can be deleted by a %s', async (kind) => {
    const { token } = await createCaller(api, client, kind, admin.token);
    const { id } = await publishPost(client, token as string);
    expect((await client.send(posts.deletePublication, { params: { id }, token })).status).toBe(200);
  });
});

describe('a request of a rejected caller', () => {
  const rejectedKinds = CALLERS.filter((kind) => !ROLES.includes(kind));

  test.each(rejectedKinds)('has no effect: %s', async (kind) => {
    const caller = await getCaller('any', kind);
    const previousHead = await api.foundation.rawLog.head();
    for (const call of calls.filter(({ method, audience }) => method !== 'GET' && audience !== 'all'))
      await client.send(call, { params: { id: subjectOwner.dataUser.id }, body: {}, token: caller.token });
    expect(await api.foundation.rawLog.head()).toBe(previousHead);
  });

  test('has no effect: on the profile of another account', async () => {
    const { token } = await registerNewUser(client);
    await client.ok(accounts.updateProfile, { token, body: { type: 'profileName', newData: 'Mine Alone' } });
    const profile = await client.ok(accounts.getProfile, createNicknameInput());
    expect(profile.profileName).toBe('Somebody');
  });
});
