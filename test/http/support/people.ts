import * as accounts from '../../../contract/accounts.ts';
import * as moderation from '../../../contract/moderation.ts';
import * as posts from '../../../contract/posts.ts';
import type { AuthResponse, Post } from '../../../contract/shapes.ts';
import type { AccountCommand } from '../../../domain/accounts/commands.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import type { StaffRole } from '../../../domain/accounts/events.ts';
import { WAIT_MS } from '../../support/wait.ts';
import type { TestApi } from './api.ts';
import type { Client } from './client.ts';

/** Password of all test accounts. */
export const PASSWORD = 'Passw0rdOf1';

let usernameCount = 0;

/** Returns a username that no other test uses. It is short enough for a nickname, even after thousands of calls. */
export const createUsername = (): string => {
  usernameCount += 1;
  return `person${usernameCount.toString(36)}x${Math.floor(Math.random() * 1e5).toString(36)}`;
};

export const createRegistration = (username: string) => ({
  profileData: { username, password: PASSWORD, email: `${username.toLowerCase()}@example.org` },
  personalData: { name: 'Somebody', surnames: 'of Ours', birthdate: '1990-05-17', gender: 'O' as const },
});

export const createOrganizationForm = (username: string) => ({
  ...createRegistration(username),
  orgData: { orgName: 'Good Paws', category: 'SPA' as const },
});

/** Registers a person. Returns their session. */
export const registerNewUser = (client: Client, username = createUsername()): Promise<AuthResponse> =>
  client.ok(accounts.registerUser, { body: createRegistration(username) });

/** Registers a person with a verified email address. Leaves no emails in the queue. */
export async function registerVerifiedUser(api: TestApi, client: Client): Promise<AuthResponse> {
  const person = await registerNewUser(client);
  await verifyAddress(api, person);
  await api.database.pool.query('DELETE FROM private.mails WHERE account_id = $1', [person.dataUser.id]);
  return person;
}

/** Marks the email address of an account as verified, without using a verification link. */
export async function verifyAddress(api: TestApi, { dataUser }: AuthResponse): Promise<void> {
  await api.database.pool.query(
    `WITH verified AS (UPDATE private.accounts SET email_verified_at = now() WHERE account_id = $1 RETURNING email)
     INSERT INTO private.names (kind, key, account_id, revision) SELECT 'email', lower(email), $1, 0 FROM verified`,
    [dataUser.id],
  );
}

/** Registers an organization that awaits approval. Returns its id. */
export async function registerOrganization(
  api: TestApi,
  client: Client,
  username = createUsername(),
): Promise<string> {
  const response = await client.send(accounts.registerOrganization, {
    body: createOrganizationForm(username),
  });
  if (response.status !== 403) throw new Error(`the registration returned ${response.status}`);
  const { rows } = await api.database.pool.query<{ id: string }>(
    'SELECT id FROM read.profiles WHERE nickname = $1',
    [username],
  );
  return (rows[0] as { id: string }).id;
}

/** Executes an account command as an operator, and waits until the read models contain the result. */
async function executeAsOperator(api: TestApi, command: AccountCommand): Promise<void> {
  const { handler, ids, clock, progress } = api.foundation;
  const context = {
    commandId: ids.next(),
    correlationId: ids.next(),
    actor: { kind: 'operator', id: 'tests' },
    occurredAt: clock.now(),
  } as const;
  const result = await handler.handle(accountDecider, command.accountId, command, context);
  if (!result.accepted) throw new Error(result.rejection.message);
  await progress.waitFor(['profiles', 'follows'], result.position, WAIT_MS);
}

/** Grants a staff role to an account. */
export const grantStaffRole = (api: TestApi, accountId: string, role: StaffRole): Promise<void> =>
  executeAsOperator(api, { type: 'GrantStaffRole', accountId, role });

/** Revokes an account's staff role. */
export const revokeStaffRole = (api: TestApi, accountId: string): Promise<void> =>
  executeAsOperator(api, { type: 'RevokeStaffRole', accountId });

/** Registers a person and grants them a staff role. */
export async function registerStaff(api: TestApi, client: Client, role: StaffRole): Promise<AuthResponse> {
  const person = await registerNewUser(client);
  await grantStaffRole(api, person.dataUser.id, role);
  return person;
}

/** Registers an organization, approves it and logs it in. */
export async function registerApprovedOrganization(
  api: TestApi,
  client: Client,
  staffToken: string,
): Promise<AuthResponse> {
  const username = createUsername();
  const id = await registerOrganization(api, client, username);
  await client.ok(moderation.approveOrganization, { params: { id }, token: staffToken, body: {} });
  return client.ok(accounts.login, { body: { username, password: PASSWORD } });
}

/** Publishes a post. If a parent is given, the post is a comment on it. */
export const publishPost = (
  client: Client,
  token: string,
  text = 'Hello',
  idParent?: string,
): Promise<Post> => client.ok(posts.createPublication, { token, body: { text, idParent } });
