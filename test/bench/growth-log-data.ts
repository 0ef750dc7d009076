import { createIdSource } from '../../adapters/clock.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { deriveConversationId } from '../../domain/conversations/ids.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import { hashEvent } from '../support/event-hash.ts';
import { createCrowdfunding, NOW } from './coins-commands.ts';
import { createFiller, createIds, createRegistration, insertEventRows } from './coins-data.ts';
import type { BenchmarkDatabase } from './harness.ts';
import { type PlacedEvent as EventOfStream, sealTexts } from './rebuild-data.ts';
import { openHandler } from './refunds.bench.ts';

const CHUNK = 10_000;
const INITIAL_COINS = 1_000_000;
const EVENTS_PER_CROWDFUNDING = 10_000;
const MIN_CROWDFUNDINGS = 8;
/** Number of events before which every event is a registration or a post, so that later ones can refer to them. */
const REGISTRATIONS_FIRST = 20;
const POSTS_FIRST = 40;
/** Last of each hundred events per kind: 1 registration, 1 purchase, 10 posts, 50 likes, 16 follows, 8 donations. */
const UNTIL = { registration: 1, purchase: 2, post: 12, like: 62, follow: 78, donation: 86, message: 98 };
const VIEWED_AT_ONCE = 5;
const PARTNERS = 3;
const PRIME = 104_729;

const ids = createIdSource();

interface PlacedEvent extends EventOfStream {
  /** Account of the command. */
  readonly actor: string;
}

interface GeneratedPost {
  readonly id: string;
  readonly author: string;
  /** Number of accounts when it was published. They like it one after another, the newest first. */
  readonly accounts: number;
  likes: number;
}

/** Generates the events of a network whose accounts grow with its events; each account has a wallet. */
function createHistory(crowdfundingIds: readonly string[]) {
  const accounts: string[] = [];
  const donors: string[] = [];
  const posts: GeneratedPost[] = [];
  /** Number of accounts that each account follows. */
  const followees: number[] = [];
  /** Revision of the last event of each stream with several events. */
  const revisions = new Map<string, number>();
  const pick = <Item>(items: readonly Item[], n: number): Item => items[(n * PRIME) % items.length] as Item;

  function place(stream: string, type: string, data: JsonObject, actor: string): PlacedEvent {
    return { stream, revision: 0, type, data, actor };
  }

  function placeNext(stream: string, type: string, data: JsonObject, actor: string): PlacedEvent {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    return { stream, revision, type, data, actor };
  }

  function register(): PlacedEvent {
    const accountId = ids.next();
    accounts.push(accountId);
    followees.push(0);
    const [stream, { type, data }] = createRegistration(accountId, accounts.length);
    return place(stream, type, data as JsonObject, accountId);
  }

  function purchase(): PlacedEvent {
    const accountId = accounts.at(-1) as string;
    const purchaseId = ids.next();
    donors.push(accountId);
    const data = { accountId, purchaseId, paymentId: `pi_${purchaseId}`, source: 'clearing' };
    return placeNext(
      `wallet-${accountId}`,
      'CoinsPurchased',
      { ...data, amount: INITIAL_COINS, repaid: 0 },
      accountId,
    );
  }

  function publish(n: number): PlacedEvent {
    const [postId, authorId] = [ids.next(), pick(accounts, n)];
    const parent = n % 3 === 0 && posts.length > 0 ? pick(posts, n) : null;
    posts.push({ id: postId, author: authorId, accounts: accounts.length, likes: 0 });
    const text = `Post ${n}, about a dog that needs a walk, a cat that needs a chair, and a shelter in need of both.`;
    const data = { postId, authorId, text, parentId: parent?.id ?? null };
    const comment = parent && { parentAuthorId: parent.author };
    return place(`post-${postId}`, 'PostPublished', { ...data, ...comment }, authorId);
  }

  function like(n: number): PlacedEvent {
    const post = pick(posts, n);
    if (post.likes === post.accounts) return view(n);
    post.likes += 1;
    const accountId = accounts[post.accounts - post.likes] as string;
    const data = { postId: post.id, accountId, authorId: post.author };
    return place(`like-${ids.next()}`, 'PostLiked', data, accountId);
  }

  function follow(n: number): PlacedEvent {
    const follower = (n * PRIME) % accounts.length;
    const count = (followees[follower] ?? 0) + 1;
    if (count > follower) return view(n);
    followees[follower] = count;
    const followerId = accounts[follower] as string;
    const data = { followerId, followeeId: accounts[follower - count] as string };
    return place(`follow-${ids.next()}`, 'ProfileFollowed', data, followerId);
  }

  function donate(n: number): PlacedEvent {
    const accountId = pick(donors, n);
    const crowdfundingId = crowdfundingIds[n % crowdfundingIds.length] as string;
    const data = { donationId: ids.next(), accountId, crowdfundingId, amount: 1 + (n % 50) };
    return placeNext(`wallet-${accountId}`, 'CoinsDonated', data, accountId);
  }

  function send(n: number): PlacedEvent {
    const author = (n * PRIME) % accounts.length;
    const [authorId, receiverId] = [author, (author + 1 + (n % PARTNERS)) % accounts.length].map(
      (index) => accounts[index] as string,
    ) as [string, string];
    const conversationId = deriveConversationId(authorId, receiverId);
    const content = `Message ${n}: would Sunday at ten suit you, at the gate?`;
    const data = { conversationId, messageId: ids.next(), authorId, receiverId, content, clientId: null };
    return placeNext(`conversation-${conversationId}`, 'MessageSent', data, authorId);
  }

  function view(n: number): PlacedEvent {
    const views = Array.from({ length: VIEWED_AT_ONCE }, (_, i) => ({
      postId: pick(posts, n + i).id,
      count: 3,
    }));
    return place(`views-${ids.next()}`, 'PostsViewed', { day: NOW.slice(0, 10), views }, 'benchmark');
  }

  return (n: number): PlacedEvent => {
    const share = n % 100;
    if (n < REGISTRATIONS_FIRST || share < UNTIL.registration) return register();
    if (n === REGISTRATIONS_FIRST || share === UNTIL.registration) return purchase();
    if (n < POSTS_FIRST || share < UNTIL.post) return publish(n);
    if (share < UNTIL.like) return like(n);
    if (share < UNTIL.follow) return follow(n);
    if (share < UNTIL.donation) return donate(n);
    return share < UNTIL.message ? send(n) : view(n);
  };
}

/** Adds position, id, metadata and hash. Keeps the last hash of each stream with several events. */
function createRowMapper(head: number) {
  const tails = new Map<string, Buffer>();
  let position = head;
  return ({ stream, revision, type, data: fields, actor }: PlacedEvent): readonly unknown[] => {
    position += 1;
    const id = ids.next();
    const data = JSON.stringify(fields);
    const metadata = JSON.stringify({
      correlationId: id,
      causationId: id,
      actor: { kind: 'account', id: actor },
      occurredAt: NOW,
      version: 1,
      requestId: id,
    });
    const content = { stream, revision, position, id, type, data, metadata };
    const hash = hashEvent(tails.get(stream) ?? null, content);
    if (/^(wallet|conversation)-/.test(stream)) tails.set(stream, hash);
    return [position, stream, revision, id, type, data, metadata, hash];
  };
}

/** Fills a log with valid events of all kinds. Generates a chunk while the previous one is inserted. */
export async function fillMixedLog(database: BenchmarkDatabase, count: number): Promise<void> {
  const { pool } = database;
  const { log, handler } = openHandler(database);
  const creators = createIds(Math.max(MIN_CROWDFUNDINGS, Math.floor(count / EVENTS_PER_CROWDFUNDING)));
  const crowdfundingIds: string[] = [];
  for (const creator of creators) crowdfundingIds.push(await createCrowdfunding(handler, creator));
  await createFiller(database)(creators.map((creator, n) => createRegistration(creator, count + n)));
  const next = createHistory(crowdfundingIds);
  const toRow = createRowMapper(await log.head());
  const vault = createTextVault({ pool });
  let inserting: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < count; from += CHUNK) {
    const placed = Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => next(from + i));
    const rows = (await sealTexts(placed, vault.seal)).map(toRow);
    await inserting;
    inserting = insertEventRows(pool, rows);
  }
  await inserting;
  await log.close();
  await pool.query('VACUUM ANALYZE log.events');
}
