import fc from 'fast-check';
import { createSessionCache } from '../../api/http/session-cache.ts';
import * as accounts from '../../contract/accounts.ts';
import { banProfile, reactivateProfile } from '../../contract/moderation.ts';
import { proveIdentity } from '../../contract/second-factors.ts';
import { endOtherSessions, endSession } from '../../contract/sessions.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { DAY_MS } from '../../domain/kernel/durations.ts';
import type { Instant } from '../../domain/kernel/ids.ts';
import type { SessionHolder } from '../../domain/ports/sessions.ts';
import {
  createUsername,
  grantStaffRole,
  PASSWORD,
  registerNewUser,
  registerStaff,
  revokeStaffRole,
} from '../http/support/people.ts';
import { api, client, setUpTestApi } from '../http/support/shared-api.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';

const PERSON_COUNT = 2;
const RUN_COUNT = scaleRuns(10);
const NEW_PASSWORD = 'Another2Words';

setUpTestApi();

/** A login, the session of which may have ended. */
interface Login {
  readonly personIndex: number;
  readonly token: string;
}

interface Fixture {
  readonly people: readonly AuthResponse[];
  readonly usernames: readonly string[];
  readonly logins: Login[];
  readonly staff: AuthResponse;
}

interface StoredSession {
  readonly id: string;
  readonly account_id: string;
}

/** Returns the id of the session that a token belongs to. */
const readSessionId = (token: string): string => {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly jti: string }).jti;
};

const addDays = (instant: Instant, days: number): Instant =>
  new Date(Date.parse(instant) + days * DAY_MS).toISOString();

/** Performs an action of a person with one of their logins. It may be refused. */
const ACTIONS: Readonly<Record<string, (fixture: Fixture, login: Login) => Promise<unknown>>> = {
  async 'log in'({ usernames, logins }, { personIndex }) {
    const username = usernames[personIndex] as string;
    for (const password of [PASSWORD, NEW_PASSWORD]) {
      const { status, body } = await client.send(accounts.login, { body: { username, password } });
      const { token } = body as unknown as AuthResponse;
      if (status === 200) logins.push({ personIndex, token });
    }
  },
  'log out': (_, { token }) => client.send(accounts.logout, { token }),
  'end a session': ({ logins }, { token, personIndex }) => {
    const other = logins.find((login) => login.personIndex === personIndex) as Login;
    return client.send(endSession, { token, params: { id: readSessionId(other.token) } });
  },
  'end all sessions': ({ people }, { personIndex }) =>
    api.foundation.privateData.sessions.closeAll(people[personIndex]?.dataUser.id as string),
  async 'change the id of a session'({ people }, { token, personIndex }) {
    const accountId = people[personIndex]?.dataUser.id as string;
    const session = { id: readSessionId(token), accountId };
    await api.foundation.privateData.sessions.changeId(session, api.foundation.ids.next());
  },
  'add a second factor': ({ people }, { personIndex }) =>
    api.database.pool.query(
      `INSERT INTO private.authenticators (account_id, secret, is_active) VALUES ($1, 'secret', true)
       ON CONFLICT DO NOTHING`,
      [people[personIndex]?.dataUser.id],
    ),
  'end other sessions': (_, { token }) => client.send(endOtherSessions, { token }),
  'prove the identity': (_, { token }) => client.send(proveIdentity, { token, body: { password: PASSWORD } }),
  'change the name': (_, { token }) =>
    client.send(accounts.updateProfile, {
      token,
      body: { type: 'profileName', newData: `Somebody ${createUsername()}` },
    }),
  async 'change the nickname'({ logins }, { personIndex, token }) {
    const body = { type: 'nickname', newData: createUsername() } as const;
    const response = await client.send(accounts.updateProfileAndToken, { token, body });
    const { token: newToken } = response.body as unknown as AuthResponse;
    if (response.status === 200) logins.push({ personIndex, token: newToken });
  },
  'change the password': (_, { token }) =>
    client.send(accounts.changePassword, {
      token,
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    }),
  async 'reset the password'({ people }, { personIndex }) {
    const { passwordResets } = api.foundation.privateData;
    const token = createUsername();
    const now = api.clock.now();
    await passwordResets.begin(people[personIndex]?.dataUser.id as string, token, addDays(now, 1));
    await passwordResets.complete(token, await api.foundation.passwords.hash(PASSWORD), now);
  },
  'deactivate the account': (_, { token }) => client.send(accounts.deactivateProfile, { token }),
  'ban the account': ({ people, staff }, { personIndex }) =>
    client.send(banProfile, {
      token: staff.token,
      params: { id: people[personIndex]?.dataUser.id as string },
      body: { reason: 'A reason that is long enough.' },
    }),
  'reactivate the account': ({ people, staff }, { personIndex }) =>
    client.send(reactivateProfile, {
      token: staff.token,
      params: { id: people[personIndex]?.dataUser.id as string },
      body: {},
    }),
  'grant a role': ({ people }, { personIndex }) =>
    grantStaffRole(api, people[personIndex]?.dataUser.id as string, 'MOD').catch(() => {}),
  'revoke the role': ({ people }, { personIndex }) =>
    revokeStaffRole(api, people[personIndex]?.dataUser.id as string).catch(() => {}),
  'wait some minutes': async () => api.clock.advance(7 * 60_000),
  'wait some days': async () => api.clock.advance(16 * DAY_MS),
};

const actionArbitrary = fc.record({ kind: fc.constantFrom(...Object.keys(ACTIONS)), login: fc.nat(20) });
const actionsArbitrary = fc.array(actionArbitrary, { minLength: 15, maxLength: 30, size: 'max' });

async function createFixture(): Promise<Fixture> {
  const usernames = Array.from({ length: PERSON_COUNT }, () => createUsername());
  const people = await Promise.all(usernames.map((username) => registerNewUser(client, username)));
  const logins = people.map(({ token }, personIndex) => ({ personIndex, token }));
  const fixture = { people, usernames, logins, staff: await registerStaff(api, client, 'ADMIN') };
  for (const login of [...logins]) await ACTIONS['log in']?.(fixture, login);
  return fixture;
}

/** The remaining fields may differ: checkpoints are not cached, and a use is recorded meanwhile. */
const omitTimes = (holder: SessionHolder | null) =>
  holder && { ...holder, checkpoints: undefined, reusableUntil: undefined };

test(
  'a cached session equals the one in the database, after everything that can change or end it',
  async () => {
    const { privateData, progress } = api.foundation;
    let storedLookupCount = 0;
    const findStored: typeof privateData.sessions.findHolder = (...session) => {
      storedLookupCount += 1;
      return privateData.sessions.findHolder(...session);
    };
    const findCached = createSessionCache({
      sessions: { ...privateData.sessions, findHolder: findStored },
      // All changes of the test go through this process.
      peers: { getExclusivePeriod: () => 1 },
      changes: progress,
      maxBytes: 1_000_000,
    });
    let lookupCount = 0;

    async function expectEqualSessions({ people, logins }: Fixture): Promise<void> {
      const sessions = logins.map(
        ({ token, personIndex }): StoredSession => ({
          id: readSessionId(token),
          account_id: people[personIndex]?.dataUser.id as string,
        }),
      );
      const now = api.clock.now();
      const findAll = (find: typeof findCached) =>
        Promise.all(sessions.map(async ({ id, account_id }) => omitTimes(await find(id, account_id, now))));
      const cachedSessions = await findAll(findCached);
      expect(cachedSessions).toEqual(await findAll(privateData.sessions.findHolder));
      lookupCount += sessions.length;
    }

    await fc.assert(
      fc.asyncProperty(actionsArbitrary, async (history) => {
        const fixture = await createFixture();
        for (const { kind, login } of history) {
          await ACTIONS[kind]?.(fixture, fixture.logins[login % fixture.logins.length] as Login);
          // The second time, the sessions are cached.
          await expectEqualSessions(fixture);
          await expectEqualSessions(fixture);
        }
      }),
      // Each run has its own accounts, so shrinking the history would not help.
      { numRuns: RUN_COUNT, endOnFailure: true },
    );
    // Ended sessions and those of staff are not cached.
    expect(storedLookupCount).toBeLessThan(0.95 * lookupCount);
  },
  scaleTimeout(60_000),
);
