import { createIdSource } from '../../adapters/clock.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { deriveConversationId } from '../../domain/conversations/ids.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import { hashEvent } from '../support/event-hash.ts';
import { createCrowdfunding, NOW } from './coins-commands.ts';
import { createIds, createLogFiller, createRegistration, insertEventRows } from './coins-data.ts';
import type { BenchmarkDatabase } from './harness.ts';
import { type EventRow as EventOfStream, sealTexts } from './rebuild-data.ts';
import { openHandler } from './refunds.bench.ts';

const CHUNK_SIZE = 10_000;
const INITIAL_COINS = 1_000_000;
const EVENTS_PER_CROWDFUNDING = 10_000;
const MIN_CROWDFUNDINGS = 8;
/**
 * Number of registrations at the start of the log. The first posts follow them. Later events can therefore refer to
 * accounts and posts.
 */
const INITIAL_REGISTRATIONS = 20;
const FIRST_MIXED_EVENT = 40;
/**
 * Cumulative shares of the event types, in percent. The individual shares are 1 registration, 1 purchase, 10 posts,
 * 50 likes, 16 follows, 8 donations and 12 messages. The rest are view batches.
 */
const CUMULATIVE_SHARES = {
  registration: 1,
  purchase: 2,
  post: 12,
  like: 62,
  follow: 78,
  donation: 86,
  message: 98,
};
const VIEWS_PER_BATCH = 5;
const PARTNERS_PER_ACCOUNT = 3;
const SCATTER_PRIME = 104_729;

const ids = createIdSource();

interface GeneratedEvent extends EventOfStream {
  /** Id of the account that caused the event. */
  readonly actor: string;
}

interface GeneratedPost {
  readonly id: string;
  readonly author: string;
  /**
   * Number of accounts when the post was published. These accounts like the post one after another, the newest account
   * first.
   */
  readonly accounts: number;
  likes: number;
}

/** Creates an event generator for a growing network in which each account has a wallet. */
function createHistory(crowdfundingIds: readonly string[]) {
  const accounts: string[] = [];
  const donors: string[] = [];
  const posts: GeneratedPost[] = [];
  /** Number of followed accounts per account. */
  const followeeCounts: number[] = [];
  /** Revision of the last event per stream. Contains only streams that can have several events. */
  const revisions = new Map<string, number>();
  const pick = <Item>(items: readonly Item[], n: number): Item =>
    items[(n * SCATTER_PRIME) % items.length] as Item;

  function createEvent(stream: string, type: string, data: JsonObject, actor: string): GeneratedEvent {
    return { stream, revision: 0, type, data, actor };
  }

  function createNextEvent(stream: string, type: string, data: JsonObject, actor: string): GeneratedEvent {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    return { stream, revision, type, data, actor };
  }

  function register(): GeneratedEvent {
    const accountId = ids.next();
    accounts.push(accountId);
    followeeCounts.push(0);
    const [stream, { type, data }] = createRegistration(accountId, accounts.length);
    return createEvent(stream, type, data as JsonObject, accountId);
  }

  function purchase(): GeneratedEvent {
    const accountId = accounts.at(-1) as string;
    const purchaseId = ids.next();
    donors.push(accountId);
    const data = { accountId, purchaseId, paymentId: `pi_${purchaseId}`, source: 'clearing' };
    return createNextEvent(
      `wallet-${accountId}`,
      'CoinsPurchased',
      { ...data, amount: INITIAL_COINS, repaid: 0 },
      accountId,
    );
  }

  function publish(n: number): GeneratedEvent {
    const [postId, authorId] = [ids.next(), pick(accounts, n)];
    const parent = n % 3 === 0 && posts.length > 0 ? pick(posts, n) : null;
    posts.push({ id: postId, author: authorId, accounts: accounts.length, likes: 0 });
    const text = `Post ${n}, about a dog that needs a walk, a cat that needs a chair, and a shelter in need of both.`;
    const data = { postId, authorId, text, parentId: parent?.id ?? null };
    const comment = parent && { parentAuthorId: parent.author };
    return createEvent(`post-${postId}`, 'PostPublished', { ...data, ...comment }, authorId);
  }

  function like(n: number): GeneratedEvent {
    const post = pick(posts, n);
    if (post.likes === post.accounts) return view(n);
    post.likes += 1;
    const accountId = accounts[post.accounts - post.likes] as string;
    const data = { postId: post.id, accountId, authorId: post.author };
    return createEvent(`like-${ids.next()}`, 'PostLiked', data, accountId);
  }

  function follow(n: number): GeneratedEvent {
    const follower = (n * SCATTER_PRIME) % accounts.length;
    const count = (followeeCounts[follower] ?? 0) + 1;
    if (count > follower) return view(n);
    followeeCounts[follower] = count;
    const followerId = accounts[follower] as string;
    const data = { followerId, followeeId: accounts[follower - count] as string };
    return createEvent(`follow-${ids.next()}`, 'ProfileFollowed', data, followerId);
  }

  function donate(n: number): GeneratedEvent {
    const accountId = pick(donors, n);
    const crowdfundingId = crowdfundingIds[n % crowdfundingIds.length] as string;
    const data = { donationId: ids.next(), accountId, crowdfundingId, amount: 1 + (n % 50) };
    return createNextEvent(`wallet-${accountId}`, 'CoinsDonated', data, accountId);
  }

  function send(n: number): GeneratedEvent {
    const author = (n * SCATTER_PRIME) % accounts.length;
    const [authorId, receiverId] = [author, (author + 1 + (n % PARTNERS_PER_ACCOUNT)) % accounts.length].map(
      (index) => accounts[index] as string,
    ) as [string, string];
    const conversationId = deriveConversationId(authorId, receiverId);
    const content = `Message ${n}: would Sunday at ten suit you, at the gate?`;
    const data = { conversationId, messageId: ids.next(), authorId, receiverId, content, clientId: null };
    return createNextEvent(`conversation-${conversationId}`, 'MessageSent', data, authorId);
  }

  function view(n: number): GeneratedEvent {
    const views = Array.from({ length: VIEWS_PER_BATCH }, (_, i) => ({
      postId: pick(posts, n + i).id,
      count: 3,
    }));
    return createEvent(`views-${ids.next()}`, 'PostsViewed', { day: NOW.slice(0, 10), views }, 'benchmark');
  }

  return (n: number): GeneratedEvent => {
    const slot = n % 100;
    if (n < INITIAL_REGISTRATIONS || slot < CUMULATIVE_SHARES.registration) return register();
    if (n === INITIAL_REGISTRATIONS || slot === CUMULATIVE_SHARES.registration) return purchase();
    if (n < FIRST_MIXED_EVENT || slot < CUMULATIVE_SHARES.post) return publish(n);
    if (slot < CUMULATIVE_SHARES.like) return like(n);
    if (slot < CUMULATIVE_SHARES.follow) return follow(n);
    if (slot < CUMULATIVE_SHARES.donation) return donate(n);
    return slot < CUMULATIVE_SHARES.message ? send(n) : view(n);
  };
}

/** Creates a function that maps an event to a log row. It adds the position, id, metadata and hash. */
function createRowMapper(head: number) {
  const lastHashes = new Map<string, Buffer>();
  let position = head;
  return ({ stream, revision, type, data: fields, actor }: GeneratedEvent): readonly unknown[] => {
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
    const hash = hashEvent(lastHashes.get(stream) ?? null, content);
    if (/^(wallet|conversation)-/.test(stream)) lastHashes.set(stream, hash);
    return [position, stream, revision, id, type, data, metadata, hash];
  };
}

/** Fills a log with valid events of all types. Generates each chunk while the previous one is inserted. */
export async function fillMixedLog(database: BenchmarkDatabase, count: number): Promise<void> {
  const { pool } = database;
  const { log, handler } = openHandler(database);
  const creators = createIds(Math.max(MIN_CROWDFUNDINGS, Math.floor(count / EVENTS_PER_CROWDFUNDING)));
  const crowdfundingIds: string[] = [];
  for (const creator of creators) crowdfundingIds.push(await createCrowdfunding(handler, creator));
  await createLogFiller(database)(creators.map((creator, n) => createRegistration(creator, count + n)));
  const generateEvent = createHistory(crowdfundingIds);
  const toRow = createRowMapper(await log.head());
  const vault = createTextVault({ pool });
  let insertion: Promise<unknown> = Promise.resolve();
  for (let offset = 0; offset < count; offset += CHUNK_SIZE) {
    const events = Array.from({ length: Math.min(CHUNK_SIZE, count - offset) }, (_, i) =>
      generateEvent(offset + i),
    );
    const rows = (await sealTexts(events, vault.seal)).map(toRow);
    await insertion;
    insertion = insertEventRows(pool, rows);
  }
  await insertion;
  await log.close();
  await pool.query('VACUUM ANALYZE log.events');
}
