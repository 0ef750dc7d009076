import { randomUUID } from 'node:crypto';
import { getProfile } from '../../../contract/accounts.ts';
import type { Call } from '../../../contract/call.ts';
import * as conversations from '../../../contract/conversations.ts';
import { donate, getCrowdfunding } from '../../../contract/crowdfunding.ts';
import { getUnreadNotifications } from '../../../contract/notifications.ts';
import * as posts from '../../../contract/posts.ts';
import { followProfile } from '../../../contract/social-graph.ts';
import * as wallet from '../../../contract/wallet.ts';
import type { CallInput } from '../../http/support/client.ts';
import { buildPath } from '../../support/address.ts';
import { DONATION_COINS, type MeteredSystem } from './metered-system.ts';

/** Makes a call and returns the size of the response in bytes, before compression. */
type HotCall = (system: MeteredSystem) => Promise<number>;

/** Bot user agent. Bots are not counted as viewers, so the calls cause no work after the response. */
const VISITOR_USER_AGENT = 'kindra-test-bot/1.0';

async function send(
  { api }: MeteredSystem,
  call: Call,
  { token, params = {}, query = {}, body }: CallInput,
): Promise<number> {
  const response = await fetch(api.url + buildPath(call, params, query), {
    method: call.method,
    headers: {
      'User-Agent': VISITOR_USER_AGENT,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(call.idempotent && { 'Idempotency-Key': randomUUID() }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${call.name} returned ${response.status}: ${text}`);
  return Buffer.byteLength(text);
}

const callAsVisitor =
  (call: Call, createInput: (system: MeteredSystem) => CallInput = () => ({})): HotCall =>
  (system) =>
    send(system, call, createInput(system));

const callLoggedIn =
  (call: Call, createInput: (system: MeteredSystem) => CallInput = () => ({})): HotCall =>
  (system) =>
    send(system, call, { token: system.reader.token, ...createInput(system) });

const selectProfile = () => ({ params: { nickname: 'author' } });
const selectProfilePosts = () => ({ params: { profile: 'user2' } });
/** Creates a cursor that precedes all posts. Each cursor is different, so no response is cached. */
function createFirstCursor(): string {
  const id = `ffffffff${randomUUID().slice(8)}`;
  return Buffer.from(JSON.stringify(['followed-posts', id])).toString('base64url');
}
const post = ({ postId }: MeteredSystem) => ({ params: { id: postId } });
const selectCrowdfunding = ({ crowdfundingId }: MeteredSystem) => ({ params: { id: crowdfundingId } });
const POST_TEXT = 'A dog that needs a walk';

/** Calls that read. The first time an account reads a post, a view is counted. Later reads have no effect. */
export const reads = {
  'For you, visitor': callAsVisitor(posts.forYouPublications),
  'For you, logged in': callLoggedIn(posts.forYouPublications),
  'Following, kept': callLoggedIn(posts.followingPublications),
  'Following, not kept': callLoggedIn(posts.followingPublications, () => ({
    query: { cursor: createFirstCursor() },
  })),
  'Profile, visitor': callAsVisitor(getProfile, selectProfile),
  'Profile, logged in': callLoggedIn(getProfile, selectProfile),
  'Posts of a profile, visitor': callAsVisitor(posts.profilePublications, selectProfilePosts),
  'Posts of a profile, logged in': callLoggedIn(posts.profilePublications, selectProfilePosts),
  'Replies, visitor': callAsVisitor(posts.getReplies, post),
  'Replies, logged in': callLoggedIn(posts.getReplies, post),
  'Campaign, visitor': callAsVisitor(getCrowdfunding, selectCrowdfunding),
  'Campaign, logged in': callLoggedIn(getCrowdfunding, selectCrowdfunding),
  Wallet: callLoggedIn(wallet.getWallet),
  Transactions: callLoggedIn(wallet.getTransactions),
  Conversations: callLoggedIn(conversations.getConversations),
  Conversation: callLoggedIn(conversations.getConversation, ({ conversationId }) => ({
    params: { id: conversationId },
  })),
  'Unread messages': callLoggedIn(conversations.getUnread),
  'Unread notifications': callLoggedIn(getUnreadNotifications),
  'Post, visitor': callAsVisitor(posts.getPost, post),
  'Post, logged in': callLoggedIn(posts.getPost, post),
} satisfies Readonly<Record<string, HotCall>>;

export const writes = {
  Like: callLoggedIn(posts.likePublication, ({ takeNextPost }) => ({
    body: { idPublication: takeNextPost() },
  })),
  'New post': callLoggedIn(posts.createPublication, () => ({ body: { text: POST_TEXT } })),
  'New comment': callLoggedIn(posts.createPublication, ({ takeNextPost }) => ({
    body: { text: POST_TEXT, idParent: takeNextPost() },
  })),
  'New comment, cached post': callLoggedIn(posts.createPublication, ({ postId }) => ({
    body: { text: POST_TEXT, idParent: postId },
  })),
  Follow: callLoggedIn(followProfile, ({ takeNextAccount }) => ({
    body: { idProfileToFollow: takeNextAccount() },
  })),
  Donate: callLoggedIn(donate, ({ crowdfundingId }) => ({
    params: { crowdfundingId },
    query: { amount: DONATION_COINS },
  })),
  'Message over the socket': async ({ socket, author }) => {
    const content = randomUUID();
    socket.send({ receiverId: author.dataUser.id, content, clientId: randomUUID() });
    return Buffer.byteLength(JSON.stringify(await socket.waitForMessage(content)));
  },
} satisfies Readonly<Record<string, HotCall>>;

export const hotCalls = { ...reads, ...writes };
export type HotCallName = keyof typeof hotCalls;
