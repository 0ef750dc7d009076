import { createIdSource, systemClock } from '../../adapters/clock.ts';
import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { createPrivateData } from '../../adapters/private-data/private-data.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import {
  createRegistration,
  RESERVATION_TTL_MS,
  type Registration,
  type RegistrationRequest,
} from '../../domain/accounts/registration.ts';
import { type CommandContext, createHandler, type Handler } from '../../domain/handle.ts';
import type { AccountRegistry } from '../../domain/ports/account-registry.ts';
import { AppendOutcomeUnknown, type EventLog, EventLogUnavailable } from '../../domain/ports/event-log.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let log: EventLog;
let handler: Handler;
let registry: AccountRegistry;
let registration: Registration;
const ids = createIdSource();

/** A clock that is far enough ahead for every reservation to have expired. */
const laterClock = {
  now: () => new Date(Date.parse(systemClock.now()) + RESERVATION_TTL_MS + 60_000).toISOString(),
};

beforeAll(async () => {
  database = await createDatabase();
  log = createMemoryEventLog();
  handler = createHandler({ log });
  registry = createPrivateData(database.pool).registry;
  registration = createRegistration({ handler, registry, clock: systemClock });
});
afterAll(async () => {
  await log.close();
  await database.drop();
});

const createLaterRegistration = (): Registration =>
  createRegistration({ handler, registry, clock: laterClock });

let nameCount = 0;
const createName = (): string => {
  nameCount += 1;
  return `someone${nameCount}`;
};

const createRequest = (username: string, accountId = ids.next()): RegistrationRequest => ({
  accountId,
  role: 'ORG',
  profileName: 'Good Paws',
  category: 'SPA',
  credentials: { username, passwordHash: 'hash' },
  identity: null,
  isEmailVerified: true,
  getNicknameCandidate: (n) => (n === 0 ? username : `${username}${n}`),
  email: `${username}@example.org`,
  name: 'Somebody',
  surnames: '',
  birthdate: '1990-05-17',
  gender: 'O',
});

const createContext = (commandId = ids.next()): CommandContext => ({
  commandId,
  correlationId: ids.next(),
  actor: { kind: 'system', id: 'tests' },
  occurredAt: systemClock.now(),
});

const register = (request: RegistrationRequest, registrations = registration) =>
  registrations.register(request, createContext(request.accountId));

const getRejection = async (attempt: ReturnType<typeof register>): Promise<string | null> => {
  const result = await attempt;
  return result.accepted ? null : result.rejection.code;
};

const listNames = async (accountId: string): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT kind || ' ' || key || CASE WHEN revision IS NULL THEN ' reserved' ELSE '' END AS name
     FROM private.names WHERE account_id = $1 ORDER BY kind, key`,
    [accountId],
  );
  return rows.map(({ name }) => name);
};

test('names belong to the account after its event is logged', async () => {
  const username = createName();
  const request = createRequest(username);
  const result = await register(request);
  expect(result).toMatchObject({
    accepted: true,
    state: { nickname: username, status: 'AWAITING_APPROVAL' },
  });
  expect(await listNames(request.accountId)).toEqual([
    `email ${username}@example.org`,
    `nickname ${username}`,
    `username ${username}`,
  ]);
  expect(await register(request)).toMatchObject({ accepted: true, state: { nickname: username } });
  expect(await getRejection(register(createRequest(username)))).toBe('USERNAME_TAKEN');
});

test('a crash before the event releases the names', async () => {
  const username = createName();
  await registry.reserve(createRequest(username));
  expect(await getRejection(register(createRequest(username)))).toBe('USERNAME_TAKEN');
  expect(await getRejection(register(createRequest(username), createLaterRegistration()))).toBeNull();
});

test('a crash after the event keeps the account', async () => {
  const username = createName();
  const request = createRequest(username);
  const { role, profileName, category, accountId } = request;
  await registry.reserve(request);
  const command = {
    type: 'RegisterAccount',
    accountId,
    role,
    nickname: username,
    profileName,
    category,
  } as const;
  await handler.handle(accountDecider, accountId, command, createContext(accountId));
  expect(await getRejection(register(createRequest(username), createLaterRegistration()))).toBe(
    'USERNAME_TAKEN',
  );
  expect((await listNames(accountId)).join()).not.toContain('reserved');
});

test('an unavailable log releases the names immediately', async () => {
  const username = createName();
  const unreachableHandler = createHandler({
    log: { ...log, append: () => Promise.reject(new EventLogUnavailable(new Error('away'))) },
  });
  const failingRegistration = createRegistration({
    handler: unreachableHandler,
    registry,
    clock: systemClock,
  });
  await expect(register(createRequest(username), failingRegistration)).rejects.toThrow(EventLogUnavailable);
  expect(await getRejection(register(createRequest(username)))).toBeNull();
});

test('keeps an account whose append succeeded although its response was lost', async () => {
  const request = createRequest(createName());
  let calls = 0;
  const append: EventLog['append'] = async (stream, events, expectedRevision) => {
    calls += 1;
    if (calls === 2) throw new EventLogUnavailable(new Error('refused'));
    const result = await log.append(stream, events, expectedRevision);
    if (calls === 1) throw new AppendOutcomeUnknown(stream, new Error('cut'));
    return result;
  };
  const flakyRegistration = createRegistration({
    handler: createHandler({ log: { ...log, append } }),
    registry,
    clock: systemClock,
  });
  expect(await register(request, flakyRegistration)).toMatchObject({ accepted: true });
  expect((await listNames(request.accountId)).join()).not.toContain('reserved');
  expect(await registry.findPersonalData(request.accountId)).not.toBeNull();
});

test('keeps the names of an attempt of unknown outcome when its retry cannot reach the log', async () => {
  const request = createRequest(createName());
  const rejectUnavailable = () => Promise.reject(new EventLogUnavailable(new Error('refused')));
  const unreachableRegistration = createRegistration({
    handler: createHandler({ log: { ...log, append: rejectUnavailable, readStream: rejectUnavailable } }),
    registry,
    clock: systemClock,
  });
  await registry.reserve(request);
  await expect(register(request, unreachableRegistration)).rejects.toThrow(EventLogUnavailable);
  expect(await registry.findPersonalData(request.accountId)).not.toBeNull();
  expect(await register(request)).toMatchObject({ accepted: true });
  expect((await listNames(request.accountId)).join()).not.toContain('reserved');
});

test('keeps an account that a second attempt registers while the first cannot reach the log', async () => {
  const request = createRequest(createName());
  const registerThenFail = async () => {
    // Meanwhile, the client has repeated its request. The repeated request is registered but not yet confirmed.
    const { accountId, role, profileName, category } = request;
    const reservation = await registry.reserve(request);
    if (!reservation.reserved) throw new Error('not reserved');
    const { nickname } = reservation;
    const command = { type: 'RegisterAccount', accountId, role, nickname, profileName, category } as const;
    await handler.handle(accountDecider, accountId, command, createContext(accountId));
    throw new EventLogUnavailable(new Error('refused'));
  };
  const first = createRegistration({
    handler: createHandler({ log: { ...log, append: registerThenFail } }),
    registry,
    clock: systemClock,
  });
  await expect(register(request, first)).rejects.toThrow(EventLogUnavailable);
  expect(await registry.findPersonalData(request.accountId)).not.toBeNull();
  expect(await register(request)).toMatchObject({ accepted: true });
  expect((await listNames(request.accountId)).join()).not.toContain('reserved');
});

test('keeps a reservation that is renewed after it was found stale', async () => {
  const request = createRequest(createName());
  await registry.reserve(request);
  const staleTime = systemClock.now();
  await registry.reserve(request);
  await registry.release(request.accountId, staleTime);
  expect(await registry.findPersonalData(request.accountId)).not.toBeNull();
});

test('names of a declined organization are free', async () => {
  const username = createName();
  const request = createRequest(username);
  await register(request);
  const { accountId } = request;
  await handler.handle(
    accountDecider,
    accountId,
    { type: 'DeclineOrganization', accountId },
    createContext(),
  );
  expect(await getRejection(register(createRequest(username)))).toBeNull();
  expect(await listNames(accountId)).toEqual([]);
  expect(await registry.findPersonalData(accountId)).toBeNull();
});

test('settling cleans up after crashes', async () => {
  const [crashedRequest, renamingRequest] = [createRequest(createName()), createRequest(createName())];
  await registry.reserve(crashedRequest);
  await register(renamingRequest);
  const reservedNickname = createName();
  await registry.reserveNickname(renamingRequest.accountId, reservedNickname);
  await createLaterRegistration().settleAll();
  expect(await listNames(crashedRequest.accountId)).toEqual([]);
  expect((await listNames(renamingRequest.accountId)).join()).not.toContain(reservedNickname);
  expect(await listNames(renamingRequest.accountId)).toHaveLength(3);
});

test('an account that cannot be settled does not block the next one', async () => {
  const requests = [createRequest(createName()), createRequest(createName())];
  for (const request of requests) await registry.reserve(request);
  const failure = new Error('unreadable');
  const attemptedIds: string[] = [];
  const failFirst: Handler['load'] = (decider, id) => {
    if (requests.some(({ accountId }) => accountId === id)) attemptedIds.push(id);
    return attemptedIds[0] === id ? Promise.reject(failure) : handler.load(decider, id);
  };
  const failingHandler = { ...handler, load: failFirst };
  const { settleAll } = createRegistration({ handler: failingHandler, registry, clock: laterClock });
  await expect(settleAll()).rejects.toBe(failure);
  const [blockedId = '', nextId = ''] = attemptedIds;
  expect(await listNames(blockedId)).toHaveLength(3);
  expect(await listNames(nextId)).toEqual([]);
});

test('settling ignores running registrations', async () => {
  const request = createRequest(createName());
  await registry.reserve(request);
  await registration.settleAll();
  expect(await listNames(request.accountId)).toHaveLength(3);
});

describe('a changed nickname', () => {
  const changeNickname = (accountId: string, nickname: string, registrations = registration) =>
    registrations.changeNickname(accountId, nickname, createContext());

  test('releases the previous one', async () => {
    const username = createName();
    const request = createRequest(username);
    await register(request);
    const nickname = createName();
    expect(await changeNickname(request.accountId, nickname)).toMatchObject({
      accepted: true,
      state: { nickname },
    });
    const otherRequest = createRequest(createName());
    await register(otherRequest);
    expect(await getRejection(changeNickname(otherRequest.accountId, username))).toBeNull();
    expect(await getRejection(changeNickname(otherRequest.accountId, nickname.toUpperCase()))).toBe(
      'NICKNAME_TAKEN',
    );
  });

  test('of concurrent changes is the last one in the log', async () => {
    const request = createRequest(createName());
    await register(request);
    const names = Array.from({ length: 8 }, createName);
    await Promise.all(names.map((nickname) => changeNickname(request.accountId, nickname)));
    const { state } = await handler.load(accountDecider, request.accountId);
    const nicknames = (await listNames(request.accountId)).filter((name) => name.startsWith('nickname'));
    expect(nicknames).toEqual([`nickname ${state.nickname}`]);
  });

  test('is settled by the log after a crash', async () => {
    const request = createRequest(createName());
    await register(request);
    const { accountId } = request;
    const nickname = createName();
    await registry.reserveNickname(accountId, nickname);
    await handler.handle(
      accountDecider,
      accountId,
      { type: 'ChangeNickname', accountId, nickname },
      createContext(),
    );
    const otherRequest = createRequest(createName());
    await register(otherRequest);
    expect(
      await getRejection(changeNickname(otherRequest.accountId, nickname, createLaterRegistration())),
    ).toBe('NICKNAME_TAKEN');
    expect(
      await getRejection(changeNickname(otherRequest.accountId, request.credentials?.username as string)),
    ).toBeNull();
  });
});
