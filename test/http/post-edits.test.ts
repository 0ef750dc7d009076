import { blockProfile } from '../../contract/hidden-profiles.ts';
import * as contract from '../../contract/posts.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { takeDownPost } from '../../contract/take-down.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const DAY_MS = 86_400_000;

setUpTestApi();

const editPost = (token: string, id: string, text: string) =>
  client.send(contract.editPublication, { token, params: { id }, body: { text } });
const loadHistory = (id: string, token?: string) =>
  client.send(contract.getPostHistory, { params: { id }, ...(token && { token }) });

test('an edit replaces the text in every read, and changes modDate', async () => {
  const [{ token, dataUser }, reader] = [await registerNewUser(client), await registerNewUser(client)];
  await client.ok(followProfile, { token: reader.token, body: { idProfileToFollow: dataUser.id } });
  const { id, pubDate } = await publishPost(client, token, 'One otter');
  const findInAllReads = async () => {
    const { token: readerToken } = reader;
    const profile = dataUser.nickname;
    const lists = [
      await client.ok(contract.forYouPublications),
      await client.ok(contract.forYouPublications, { token: readerToken }),
      await client.ok(contract.followingPublications, { token: readerToken }),
      await client.ok(contract.profilePublications, { params: { profile } }),
      [await client.ok(contract.getPost, { params: { id } })],
    ];
    return lists.map((posts) => posts.find((post) => post.id === id));
  };
  expect((await findInAllReads()).map((post) => post?.modDate)).toEqual(Array(5).fill(pubDate));

  api.clock.advance(60_000);
  const { status, body } = await editPost(token, id, '  Two otters\n');
  expect([status, body.text, body.pubDate]).toEqual([200, 'Two otters', pubDate]);
  expect(Date.parse(body.modDate) - Date.parse(pubDate)).toBeGreaterThanOrEqual(60_000);
  for (const post of await findInAllReads())
    expect(post).toMatchObject({ text: 'Two otters', modDate: body.modDate });

  const versions = [
    { text: 'Two otters', dateTime: body.modDate },
    { text: 'One otter', dateTime: pubDate },
  ];
  expect((await loadHistory(id)).body).toEqual(versions);
  api.clock.advance(1_000);
  expect((await editPost(token, id, 'Two otters')).body.modDate).toBe(body.modDate);
  expect((await loadHistory(id, reader.token)).body).toEqual(versions);
});

test('a comment can be edited and keeps its parent', async () => {
  const { token } = await registerNewUser(client);
  const parent = await publishPost(client, token);
  const { id } = await publishPost(client, token, 'First', parent.id);
  expect((await editPost(token, id, 'Second')).body).toMatchObject({ text: 'Second', idParent: parent.id });
  const [reply] = await client.ok(contract.getReplies, { params: { id: parent.id } });
  expect(reply).toMatchObject({ id, text: 'Second' });
  expect((await client.ok(contract.getPost, { params: { id: parent.id } })).comments).toBe(1);
});

test('only the author edits a post', async () => {
  const [author, otherUser] = [await registerNewUser(client), await registerNewUser(client)];
  const admin = await registerStaff(api, client, 'ADMIN');
  const { id } = await publishPost(client, author.token, 'Mine');
  for (const { token } of [otherUser, admin]) {
    const { status, body } = await editPost(token, id, 'Not mine');
    expect([status, body]).toMatchObject([403, { message: 'Only its author can edit a post.' }]);
  }
  const visitorResponse = await client.send(contract.editPublication, {
    params: { id },
    body: { text: 'Hi' },
  });
  expect(visitorResponse.status).toBe(401);
  expect((await client.ok(contract.getPost, { params: { id } })).text).toBe('Mine');
});

test('the server enforces the limits of an edit', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token, 'Young');
  const sendEdit = async (text: string) => {
    const { status, body } = await editPost(token, id, text);
    return [status, (body as { message?: string }).message];
  };
  expect(await sendEdit(' ')).toEqual([400, 'The post cannot be empty.']);
  expect(await sendEdit('x'.repeat(301))).toEqual([400, 'The post cannot exceed 300 characters.']);
  for (let n = 1; n <= 20; n += 1) expect((await sendEdit(`Edit ${n}`))[0]).toBe(200);
  expect(await sendEdit('Edit 21')).toEqual([400, 'A post can be edited at most 20 times.']);
  expect((await loadHistory(id)).body).toHaveLength(21);

  const { id: oldId } = await publishPost(client, token, 'Old');
  api.clock.advance(DAY_MS);
  const lateEdit = await editPost(token, oldId, 'Older');
  expect([lateEdit.status, lateEdit.body]).toMatchObject([
    400,
    { code: 'POST_EDIT_TOO_LATE', message: 'A post can be edited for 24 hours after its publication.' },
  ]);
});

test('the history is hidden from accounts from whom the post is hidden', async () => {
  const [author, blockedUser] = [await registerNewUser(client), await registerNewUser(client)];
  const moderator = await registerStaff(api, client, 'MOD');
  const { id } = await publishPost(client, author.token, 'An address');
  await editPost(author.token, id, 'No address');
  await client.ok(blockProfile, { token: author.token, params: { id: blockedUser.dataUser.id } });
  const getStatuses = (...tokens: (string | undefined)[]) =>
    Promise.all(tokens.map(async (token) => (await loadHistory(id, token)).status));
  expect(await getStatuses(undefined, blockedUser.token, moderator.token)).toEqual([200, 404, 200]);

  const body = { reason: 'It showed an address.' };
  await client.ok(takeDownPost, { token: moderator.token, params: { id }, body });
  expect(await getStatuses(undefined, author.token, moderator.token)).toEqual([404, 200, 200]);
  const refusal = await editPost(author.token, id, 'Nothing');
  expect([refusal.status, refusal.body]).toMatchObject([
    400,
    { message: 'The post was taken down by staff and cannot be edited.' },
  ]);
});

test('the texts of edits are encrypted in the log', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token, 'A first secret');
  await editPost(token, id, 'A second secret');
  const storedEvents = JSON.stringify(await api.foundation.rawLog.readStream(`post-${id}`));
  expect(storedEvents).toContain('PostEdited');
  expect(storedEvents).not.toContain('secret');
});
