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
import { AppendOutcomeUnknown, type EventLog, EventLogUnavailable } from '../../domain/ports/event-log.ts';
import type { AccountRegistry } from '../../domain/ports/private-data.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let log: EventLog;
let handler: Handler;
let registry: AccountRegistry;
let registration: Registration;
const ids = createIdSource();

/** A clock so far ahead that every reservation counts as left by a crash. */
const later = {
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

const createLaterRegistration = (): Registration => createRegistration({ handler, registry, clock: later });

let nameCount = 0;
const createName = (): string => {
  nameCount += 1;
  return `someone${nameCount}`;
};

const requestOf = (username: string, accountId = ids.next()): RegistrationRequest => ({
  accountId,
  role: 'ORG',
  profileName: 'Good Paws',
  category: 'SPA',
  credentials: { username, passwordHash: 'hash' },
  identity: null,
  isEmailVerified: true,
  nicknameCandidate: (n) => (n === 0 ? username : `${username}${n}`),
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
  const named = await attempt;
  return named.accepted ? null : named.rejection.code;
};

const listHeldNames = async (accountId: string): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT kind || ' ' || key || CASE WHEN revision IS NULL THEN ' reserved' ELSE '' END AS name
     FROM private.names WHERE account_id = $1 ORDER BY kind, key`,
    [accountId],
  );
  return rows.map(({ name }) => name);
};

test('names belong to the account after its event is logged', async () => {
  const username = createName();
  const request = requestOf(username);
  const named = await register(request);
  expect(named).toMatchObject({ accepted: true, state: { nickname: username, status: 'AWAITING_APPROVAL' } });
  expect(await listHeldNames(request.accountId)).toEqual([
    `email ${username}@example.org`,
    `nickname ${username}`,
    `username ${username}`,
  ]);
  expect(await register(request)).toMatchObject({ accepted: true, state: { nickname: username } });
  expect(await getRejection(register(requestOf(username)))).toBe('USERNAME_TAKEN');
});

test('a crash before the event releases the names', async () => {
  const username = createName();
  await registry.reserve(requestOf(username));
  expect(await getRejection(register(requestOf(username)))).toBe('USERNAME_TAKEN');
  expect(await getRejection(register(requestOf(username), createLaterRegistration()))).toBeNull();
});

test('a crash after the event keeps the account', async () => {
  const username = createName();
  const request = requestOf(username);
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
  expect(await getRejection(register(requestOf(username), createLaterRegistration()))).toBe('USERNAME_TAKEN');
  expect((await listHeldNames(accountId)).join()).not.toContain('reserved');
});

test('an unavailable log releases the names at once', async () => {
  const username = createName();
  const unreachableHandler = createHandler({
    log: { ...log, append: () => Promise.reject(new EventLogUnavailable(new Error('away'))) },
  });
  const failingRegistration = createRegistration({
    handler: unreachableHandler,
    registry,
    clock: systemClock,
  });
  await expect(register(requestOf(username), failingRegistration)).rejects.toThrow(EventLogUnavailable);
  expect(await getRejection(register(requestOf(username)))).toBeNull();
});

test('keeps an account whose append succeeded although its response was lost', async () => {
  const request = requestOf(createName());
  let calls = 0;
  const append: EventLog['append'] = async (stream, events, expected) => {
    calls += 1;
    if (calls === 2) throw new EventLogUnavailable(new Error('refused'));
    const result = await log.append(stream, events, expected);
    if (calls === 1) throw new AppendOutcomeUnknown(stream, new Error('cut'));
    return result;
  };
  const flaky = createRegistration({
    handler: createHandler({ log: { ...log, append } }),
    registry,
    clock: systemClock,
  });
  expect(await register(request, flaky)).toMatchObject({ accepted: true });
  expect((await listHeldNames(request.accountId)).join()).not.toContain('reserved');
  expect(await registry.findPersonalData(request.accountId)).not.toBeNull();
});

test('keeps the names of an attempt of unknown outcome when its repetition cannot reach the log', async () => {
  const request = requestOf(createName());
  const failUnreachable = () => Promise.reject(new EventLogUnavailable(new Error('refused')));
  const blind = createRegistration({
    handler: createHandler({ log: { ...log, append: failUnreachable, readStream: failUnreachable } }),
    registry,
    clock: systemClock,
  });
  await registry.reserve(request);
  await expect(register(request, blind)).rejects.toThrow(EventLogUnavailable);
  expect(await registry.findPersonalData(request.accountId)).not.toBeNull();
  expect(await register(request)).toMatchObject({ accepted: true });
  expect((await listHeldNames(request.accountId)).join()).not.toContain('reserved');
});

test('keeps an account that a second attempt registers while the first cannot reach the log', async () => {
  const request = requestOf(createName());
  const registerThenFail = async () => {
    // The client has repeated its request meanwhile, and that attempt is registered but not confirmed yet.
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
  expect((await listHeldNames(request.accountId)).join()).not.toContain('reserved');
});

test('keeps a reservation that was renewed after it had been found stale', async () => {
  const request = requestOf(createName());
  await registry.reserve(request);
  const staleTime = systemClock.now();
  await registry.reserve(request);
  await registry.release(request.accountId, staleTime);
  expect(await registry.findPersonalData(request.accountId)).not.toBeNull();
});

test('names of a declined organization are free', async () => {
  const username = createName();
  const request = requestOf(username);
  await register(request);
  const { accountId } = request;
  await handler.handle(
    accountDecider,
    accountId,
    { type: 'DeclineOrganization', accountId },
    createContext(),
  );
  expect(await getRejection(register(requestOf(username)))).toBeNull();
  expect(await listHeldNames(accountId)).toEqual([]);
  expect(await registry.findPersonalData(accountId)).toBeNull();
});

test('settling cleans up after crashes', async () => {
  const [crashedRequest, renamingRequest] = [requestOf(createName()), requestOf(createName())];
  await registry.reserve(crashedRequest);
  await register(renamingRequest);
  const reserved = createName();
  await registry.reserveNickname(renamingRequest.accountId, reserved);
  await createLaterRegistration().settleAll();
  expect(await listHeldNames(crashedRequest.accountId)).toEqual([]);
  expect((await listHeldNames(renamingRequest.accountId)).join()).not.toContain(reserved);
  expect(await listHeldNames(renamingRequest.accountId)).toHaveLength(3);
});

test('settling ignores running registrations', async () => {
  const request = requestOf(createName());
  await registry.reserve(request);
  await registration.settleAll();
  expect(await listHeldNames(request.accountId)).toHaveLength(3);
});

describe('a changed nickname', () => {
  const renameProfile = (accountId: string, nickname: string, registrations = registration) =>
    registrations.changeNickname(accountId, nickname, createContext());

  test('releases the previous one', async () => {
    const username = createName();
    const request = requestOf(username);
    await register(request);
    const nickname = createName();
    expect(await renameProfile(request.accountId, nickname)).toMatchObject({
      accepted: true,
      state: { nickname },
    });
    const other = requestOf(createName());
    await register(other);
    expect(await getRejection(renameProfile(other.accountId, username))).toBeNull();
    expect(await getRejection(renameProfile(other.accountId, nickname.toUpperCase()))).toBe('NICKNAME_TAKEN');
  });

  test('among concurrent ones is the last one in the log', async () => {
    const request = requestOf(createName());
    await register(request);
    const names = Array.from({ length: 8 }, createName);
    await Promise.all(names.map((nickname) => renameProfile(request.accountId, nickname)));
    const { state } = await handler.load(accountDecider, request.accountId);
    const nicknames = (await listHeldNames(request.accountId)).filter((name) => name.startsWith('nickname'));
    expect(nicknames).toEqual([`nickname ${state.nickname}`]);
  });

  test('after a crash is settled by the log', async () => {
    const request = requestOf(createName());
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
    const other = requestOf(createName());
    await register(other);
    expect(await getRejection(renameProfile(other.accountId, nickname, createLaterRegistration()))).toBe(
      'NICKNAME_TAKEN',
    );
    expect(
      await getRejection(renameProfile(other.accountId, request.credentials?.username as string)),
    ).toBeNull();
  });
});
