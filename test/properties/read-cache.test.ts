import fc from 'fast-check';
import { getProfile } from '../../contract/accounts.ts';
import type { Call } from '../../contract/call.ts';
import * as hiding from '../../contract/hidden-profiles.ts';
import { banProfile, reactivateProfile } from '../../contract/moderation.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as socialGraph from '../../contract/social-graph.ts';
import * as takeDown from '../../contract/take-down.ts';
import type { SharedProgress } from '../../projections/engine/progress.ts';
import { startTestApi, type TestApi } from '../http/support/api.ts';
import { type CallInput, type Client, createClient } from '../http/support/client.ts';
import { registerNewUser, registerStaff } from '../http/support/people.ts';
import { createPollingProgress } from '../http/support/polling-progress.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';

const PERSON_COUNT = 3;
const RUN_COUNT = scaleRuns(3);

let api: TestApi;
/** Clients of three processes: one makes all writes, one receives no messages about writes, and one has no cache. */
let writer: Client;
let pollingReader: Client;
let uncachedReader: Client;
let pollingProgress: SharedProgress;

beforeAll(async () => {
  api = await startTestApi();
  writer = createClient(api.url);
  pollingProgress = createPollingProgress(api);
  pollingReader = createClient((await api.startAnotherApi({ progress: pollingProgress })).url);
  const settings = { ...api.foundation.settings, readCacheBytes: 0 };
  uncachedReader = createClient((await api.startAnotherApi({ settings })).url);
});
afterAll(async () => {
  await api.close();
  await pollingProgress.close();
});

const KINDS = [
  'post',
  'comment',
  'like',
  'edit',
  'delete',
  'follow',
  'block',
  'unblock',
  'mute',
  'unmute',
  'take down',
  'restore',
  'ban',
  'reactivate',
] as const;

interface WriteAction {
  readonly kind: (typeof KINDS)[number];
  readonly actorIndex: number;
  readonly targetIndex: number;
  readonly post: number;
}

const actionArbitrary: fc.Arbitrary<WriteAction> = fc.record({
  kind: fc.constantFrom(...KINDS),
  actorIndex: fc.nat(PERSON_COUNT - 1),
  targetIndex: fc.nat(PERSON_COUNT - 1),
  post: fc.nat(5),
});
const actionsArbitrary = fc.array(actionArbitrary, { minLength: 15, maxLength: 25, size: 'max' });

interface Fixture {
  readonly people: readonly AuthResponse[];
  readonly staff: AuthResponse;
  readonly postIds: string[];
}

async function createFixture(): Promise<Fixture> {
  const people = await Promise.all(Array.from({ length: PERSON_COUNT }, () => registerNewUser(writer)));
  const first = people[0] as AuthResponse;
  const { id } = await writer.ok(posts.createPublication, { token: first.token, body: { text: 'Hello' } });
  return { people, staff: await registerStaff(api, writer, 'ADMIN'), postIds: [id] };
}

/** Creates the call that performs an action. The API can reject it. */
function createCall(
  { kind, actorIndex, targetIndex, post }: WriteAction,
  { people, staff, postIds }: Fixture,
): readonly [Call, CallInput] {
  const { token } = people[actorIndex] as AuthResponse;
  const account = { id: (people[targetIndex] as AuthResponse).dataUser.id };
  const id = postIds[post % postIds.length] as string;
  const reason = { reason: 'A reason that is long enough.' };
  switch (kind) {
    case 'post':
      return [posts.createPublication, { token, body: { text: `Post ${postIds.length}` } }];
    case 'comment':
      return [posts.createPublication, { token, body: { text: 'A comment', idParent: id } }];
    case 'like':
      return [posts.likePublication, { token, body: { idPublication: id } }];
    case 'edit':
      return [
        posts.editPublication,
        { token, params: { id }, body: { text: `Edit by ${actorIndex} for ${targetIndex}` } },
      ];
    case 'delete':
      return [posts.deletePublication, { token, params: { id } }];
    case 'follow':
      return [socialGraph.followProfile, { token, body: { idProfileToFollow: account.id } }];
    case 'block':
      return [hiding.blockProfile, { token, params: account }];
    case 'unblock':
      return [hiding.unblockProfile, { token, params: account }];
    case 'mute':
      return [hiding.muteProfile, { token, params: account }];
    case 'unmute':
      return [hiding.unmuteProfile, { token, params: account }];
    case 'take down':
      return [takeDown.takeDownPost, { token: staff.token, params: { id }, body: reason }];
    case 'restore':
      return [takeDown.restorePost, { token: staff.token, params: { id }, body: reason }];
    case 'ban':
      return [banProfile, { token: staff.token, params: account, body: reason }];
    case 'reactivate':
      return [reactivateProfile, { token: staff.token, params: account, body: reason }];
  }
}

const listReads = (
  { people, postIds }: Fixture,
  { targetIndex, post }: WriteAction,
): readonly (readonly [Call, CallInput])[] => {
  const profile = (people[targetIndex] as AuthResponse).dataUser.nickname;
  const id = postIds[post % postIds.length] as string;
  return [
    [posts.forYouPublications, {}],
    [posts.followingPublications, {}],
    [posts.profilePublications, { params: { profile } }],
    [posts.getPost, { params: { id } }],
    [posts.getReplies, { params: { id } }],
    [getProfile, { params: { nickname: profile } }],
  ];
};

/** Returns the body as JSON without view counts, because these change during the test. */
const omitViews = (body: unknown): string =>
  JSON.stringify(body, (key, value) => (key === 'views' ? undefined : value));

async function read(
  client: Client,
  [call, sent]: readonly [Call, CallInput],
  token?: string,
): Promise<string> {
  const { status, headers, body } = await client.send(call, { ...sent, token });
  return `${call.name} ${status} ${headers.get('link')} ${status < 400 ? omitViews(body) : body.code}`;
}

async function expectEqualReads(fixture: Fixture, action: WriteAction): Promise<void> {
  const reader = fixture.people[action.actorIndex] as AuthResponse;
  const tokens = [undefined, reader.token, fixture.staff.token];
  const reads = listReads(fixture, action).flatMap((call) => tokens.map((token) => ({ call, token })));
  const readAll = (client: Client) => Promise.all(reads.map(({ call, token }) => read(client, call, token)));
  const expected = await readAll(uncachedReader);
  expect(await readAll(writer)).toEqual(expected);
  // Data for visitors can be up to 1 s older than in another process.
  const isLoggedIn = (_: string, n: number) => reads[n]?.token !== undefined;
  expect((await readAll(pollingReader)).filter(isLoggedIn)).toEqual(expected.filter(isLoggedIn));
}

test(
  'reads are equal with and without the cache, in the process that writes and in another one',
  async () => {
    await fc.assert(
      fc.asyncProperty(actionsArbitrary, async (history) => {
        const fixture = await createFixture();
        for (const action of history) {
          const [call, sent] = createCall(action, fixture);
          const { status, body } = await writer.send(call, sent);
          if (call === posts.createPublication && status === 200)
            fixture.postIds.push((body as unknown as { readonly id: string }).id);
          await expectEqualReads(fixture, action);
        }
      }),
      // Each run has its own accounts, so shrinking the history would not help.
      { numRuns: RUN_COUNT, endOnFailure: true },
    );
  },
  scaleTimeout(60_000),
);
