import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import * as accounts from '../../contract/accounts.ts';
import { profileAnimals } from '../../contract/adoption.ts';
import * as conversations from '../../contract/conversations.ts';
import { donate, getCrowdfunding, getDonations } from '../../contract/crowdfunding.ts';
import * as posts from '../../contract/posts.ts';
import { saveSearch } from '../../contract/saved-searches.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { eraseAccount } from '../../domain/accounts/erasure.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { postDecider } from '../../domain/posts/decide.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { projectionNames, projections } from '../../projections/registry.ts';
import { WAIT_MS } from '../support/wait.ts';
import { createAnimal } from './support/adoption.ts';
import { buyCoins, createActiveCrowdfunding } from './support/coins.ts';
import { createOperatorContext, erase } from './support/erasure.ts';
import { sendTexts } from './support/messages.ts';
import {
  createRegistration,
  createUsername,
  PASSWORD,
  publishPost,
  registerNewUser,
  registerStaff,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket } from './support/socket.ts';

let staff: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'ADMIN');
});

/** Personal strings of the person whose account is erased. */
const PERSONAL_TEXTS = [
  'Zebulon',
  'Quintessence',
  'wolkenkuckuck',
  'Fernweh',
  'Backpfeife',
  'Kummerspeck',
  'Luftschloss',
  'Waldeinsamkeit',
  'Treppenwitz',
  'Katzenjammer',
  'Banyoles',
  'Wanderlust',
  'Schadenfreude',
];

/** Registers a person and creates every kind of data that an account can have. */
async function registerActivePerson(friend: AuthResponse) {
  const username = createUsername();
  const registration = createRegistration(username);
  const personalData = { ...registration.personalData, name: 'Zebulon', surnames: 'Quintessence' };
  const profileData = { ...registration.profileData, email: `${username}@wolkenkuckuck.example` };
  const person = await client.ok(accounts.registerUser, { body: { profileData, personalData } });
  const { token } = person;
  await client.ok(accounts.updateProfile, { token, body: { type: 'profileName', newData: 'Luftschloss' } });
  await client.ok(accounts.updateProfile, { token, body: { type: 'bio', newData: 'Waldeinsamkeit' } });
  const post = await publishPost(client, token, 'Fernweh, all day long #Wanderlust');
  const editRequest = {
    token,
    params: { id: post.id },
    body: { text: 'Fernweh, all night long #Schadenfreude' },
  };
  await client.ok(posts.editPublication, editRequest);
  const friendPost = await publishPost(client, friend.token, 'Who is at home?');
  const comment = await publishPost(client, token, 'I have: Fernweh', friendPost.id);
  const animal = await createAnimal(
    client,
    token,
    { name: 'Kummerspeck' },
    { description: 'Kummerspeck, a dog' },
  );
  const filter = { text: 'Katzenjammer', near: 3128885, within: 50 };
  await client.ok(saveSearch, { token, body: { name: 'Treppenwitz', filter } });
  const socket = await connectSocket(api.url, token);
  const friendSocket = await connectSocket(api.url, friend.token);
  socket.send({ receiverId: friend.dataUser.id, content: 'Backpfeife' });
  await socket.waitForMessage('Backpfeife');
  friendSocket.send({ receiverId: person.dataUser.id, content: 'And the same to you' });
  await friendSocket.waitForMessage('And the same to you');
  return { person, username, profileData, personalData, post, friendPost, comment, animal, socket };
}

/** Returns all rows of all tables as one lower-case string. `bytea` values are decoded. */
async function dumpDatabase(): Promise<string> {
  const { pool } = api.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    for (const { row } of rows) {
      texts.push(row);
      for (const [, bytes] of row.matchAll(/\\x([0-9a-f]+)/g))
        texts.push(Buffer.from(bytes ?? '', 'hex').toString('latin1'));
    }
  }
  return texts.join('\n').toLowerCase();
}

const findWords = (text: string, words: readonly string[]): readonly string[] =>
  words.filter(
    (word) =>
      text.includes(word.toLowerCase()) ||
      text.includes(Buffer.from(word).toString('base64').replace(/=+$/, '').slice(0, -1).toLowerCase()),
  );

/**
 * Rebuilds every read model with one event per batch, so that a text and its erasure are in different batches. Returns
 * the names of the read models that differ from the live ones.
 */
async function listDifferingReadModels(): Promise<readonly string[]> {
  const { pool } = api.database;
  const { rawLog, vault } = api.foundation;
  const log = createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault });
  const names: string[] = [];
  for (const projection of projections) {
    const { equal } = await rebuild({ log, pool, projection, batchSize: 1 });
    if (!equal) names.push(projection.name);
  }
  return names;
}

test('a conversation that contains no message after an erasure can still be opened', async () => {
  const [friend, person] = [await registerNewUser(client), await registerNewUser(client)];
  await sendTexts(api, person, friend, 'Nobody reads this again');
  await erase(person.dataUser.id);
  const input = { token: friend.token, params: { id: person.dataUser.id } };
  expect(await client.ok(conversations.getConversation, input)).toMatchObject({
    profile2: { nickname: '' },
    lastMessage: null,
    messages: [],
  });
});

test('a conversation shows its newest remaining message after an erasure', async () => {
  const [friend, person] = [await registerNewUser(client), await registerNewUser(client)];
  await sendTexts(api, friend, person, 'This one stays');
  await sendTexts(api, person, friend, 'This one is erased');
  await erase(person.dataUser.id);
  const [conversation] = await client.ok(conversations.getConversations, { token: friend.token });
  expect(conversation?.lastMessage?.content).toBe('This one stays');
});

test('an erased person disappears at once, and their name and texts are unreadable everywhere', async () => {
  const friend = await registerNewUser(client);
  const { person, username, profileData, personalData, post, friendPost, comment, socket } =
    await registerActivePerson(friend);
  const { token, dataUser } = person;
  const names = [...PERSONAL_TEXTS, username, profileData.email];
  expect(
    findWords(await dumpDatabase(), [
      username,
      'Zebulon',
      'Fernweh',
      'Kummerspeck',
      'Treppenwitz',
      'Katzenjammer',
      'Banyoles',
      'Schadenfreude',
    ]),
  ).toHaveLength(8);

  const startedAt = Date.now();
  await erase(dataUser.id);
  expect(await socket.closed).toBe(4401);
  expect(Date.now() - startedAt).toBeLessThan(3_000);
  expect((await client.send(posts.forYouPublications, { token })).status).toBe(401);
  const credentials = { username, password: PASSWORD };
  expect((await client.send(accounts.login, { body: credentials })).status).toBe(400);

  const params = { nickname: dataUser.nickname };
  for (const viewer of [friend.token, staff.token])
    expect((await client.send(accounts.getProfile, { token: viewer, params })).status).toBe(404);
  expect((await client.send(profileAnimals, { token: friend.token, params })).status).toBe(404);
  for (const id of [post.id, comment.id])
    expect((await client.send(posts.getPost, { token: friend.token, params: { id } })).status).toBe(404);
  expect(await client.ok(posts.getReplies, { token: friend.token, params: { id: friendPost.id } })).toEqual(
    [],
  );
  const [conversation] = await client.ok(conversations.getConversations, { token: friend.token });
  expect(conversation).toMatchObject({ profile: { nickname: '', profileName: 'Erased account' } });
  expect(conversation?.lastMessage?.content).toBe('And the same to you');
  const { messages } = await client.ok(conversations.getConversation, {
    token: friend.token,
    params: { id: dataUser.id },
  });
  expect(messages.map(({ content }) => content)).toEqual(['And the same to you']);

  expect(findWords(await dumpDatabase(), names)).toEqual([]);
  expect(await listDifferingReadModels()).toEqual([]);
  expect(findWords(await dumpDatabase(), names)).toEqual([]);
  const stream = await api.foundation.rawLog.readStream(`account-${dataUser.id}`);
  expect(stream.at(-1)).toMatchObject({
    type: 'AccountErased',
    data: { accountId: dataUser.id },
    metadata: { actor: { kind: 'operator', id: 'tests' }, reason: 'They asked for it' },
  });

  const newAccount = await client.ok(accounts.registerUser, { body: { profileData, personalData } });
  expect(newAccount.dataUser).toMatchObject({ nickname: dataUser.nickname });
  expect(newAccount.dataUser.id).not.toBe(dataUser.id);
}, 60_000);

test('donations of an erased person stay in the ledger under a neutral name', async () => {
  const creator = await registerNewUser(client);
  const donor = await registerNewUser(client);
  const id = await createActiveCrowdfunding(api, creator.dataUser.id);
  await buyCoins(api, client, donor.token, 500);
  await client.ok(donate, { token: donor.token, params: { crowdfundingId: id }, query: { amount: 500 } });
  await erase(donor.dataUser.id);
  expect(await client.ok(getCrowdfunding, { token: creator.token, params: { id } })).toMatchObject({
    currentAmount: 500,
    numDonations: 1,
  });
  const donations = await client.ok(getDonations, { token: creator.token, params: { crowdfundingId: id } });
  expect(donations).toMatchObject([{ amount: 500, donor: { nickname: '', profileName: 'Erased account' } }]);
  await erase(creator.dataUser.id);
  expect(await client.ok(getCrowdfunding, { params: { id } })).toMatchObject({
    title: 'Erased crowdfunding',
    description: '',
    currentAmount: 500,
    creator: { nickname: '', profileName: 'Erased account' },
  });
  expect(await listDifferingReadModels()).toEqual([]);
}, 60_000);

test('texts that are written during an erasure are unreadable', async () => {
  const { dataUser } = await registerNewUser(client);
  await publishPost(client, (await registerNewUser(client)).token, 'Somebody else');
  const { handler, progress, vault, ids } = api.foundation;
  const sealedTexts = await vault.seal([{ owner: dataUser.id, text: 'Backpfeife' }]);
  await erase(dataUser.id);
  const postId = ids.next();
  const command = {
    type: 'PublishPost',
    postId,
    authorId: dataUser.id,
    text: 'Fernweh',
    parentId: null,
  } as const;
  const result = await handler.handle(postDecider, postId, command, createOperatorContext());
  if (!result.accepted) throw new Error(result.rejection.message);
  await progress.waitFor(projectionNames, result.position, WAIT_MS);
  expect(await vault.open(sealedTexts.map((text) => ({ owner: dataUser.id, text })))).toEqual([null]);
  expect(findWords(await dumpDatabase(), ['Fernweh', 'Backpfeife'])).toEqual([]);
  expect(await listDifferingReadModels()).toEqual([]);
}, 60_000);

test('an erasure that is interrupted after its event is completed by the next process', async () => {
  const { dataUser } = await registerNewUser(client);
  const { handler, registration, privateData } = api.foundation;
  const failingRegistry = { erase: () => Promise.reject(new Error('the process was killed')) };
  await expect(
    eraseAccount({ handler, registry: failingRegistry }, dataUser.id, createOperatorContext()),
  ).rejects.toThrow('killed');
  expect(await privateData.registry.findPersonalData(dataUser.id)).not.toBeNull();
  await registration.settle(dataUser.id);
  expect(await privateData.registry.findPersonalData(dataUser.id)).toBeNull();
  const repeatedResult = await eraseAccount(
    { handler, registry: privateData.registry },
    dataUser.id,
    createOperatorContext(),
  );
  expect(repeatedResult).toMatchObject({ accepted: true, events: [] });
});

test('staff cannot be erased, and an erased account cannot be used again', async () => {
  const { handler, privateData } = api.foundation;
  const options = { handler, registry: privateData.registry };
  expect(await eraseAccount(options, staff.dataUser.id, createOperatorContext())).toMatchObject({
    accepted: false,
    rejection: { code: 'STAFF_CANNOT_BE_ERASED' },
  });
  expect(await eraseAccount(options, api.foundation.ids.next(), createOperatorContext())).toMatchObject({
    accepted: false,
    rejection: { code: 'PROFILE_NOT_FOUND' },
  });
});
