import { createIdSource } from '../../adapters/clock.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { OwnedText } from '../../domain/ports/text-vault.ts';
import type { BenchmarkDatabase } from './harness.ts';

/** Shares of event types in the log, in percent. */
const SHARES = { registered: 2, followed: 18, published: 10, viewed: 2, unliked: 3 };
const CHUNK_SIZE = 10_000;
/** Number of posts per view batch. */
const VIEWS_PER_BATCH = 5;

/** An event, with its stream and revision. */
export interface EventRow {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: JsonObject;
}

/** Returns a deterministic random number generator. Its numbers are in the range [0, 1). */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function createHistory() {
  const ids = createIdSource();
  const random = createRandom();
  const accounts: string[] = [];
  const posts: string[] = [];
  const likes: { readonly postId: string; readonly accountId: string }[] = [];
  const pickRandom = (items: readonly string[]): string => items[Math.floor(random() * items.length)] ?? '';

  const createEventRow = (stream: string, type: string, data: JsonObject, revision = 0): EventRow => ({
    stream,
    revision,
    type,
    data,
  });

  function register(): EventRow {
    const accountId = ids.next();
    accounts.push(accountId);
    const nickname = `user${accounts.length}`;
    const data = { accountId, role: 'USER', nickname, profileName: 'Somebody', category: null };
    return createEventRow(`account-${accountId}`, 'AccountRegistered', data);
  }

  function publish(): EventRow {
    const postId = ids.next();
    const parentId = random() < 0.3 && posts.length > 0 ? pickRandom(posts) : null;
    posts.push(postId);
    const text = `Post ${posts.length}, about a dog that needs a walk, a cat that needs a chair, and a shelter in need of both.`;
    return createEventRow(`post-${postId}`, 'PostPublished', {
      postId,
      authorId: pickRandom(accounts),
      text,
      parentId,
    });
  }

  function like(): EventRow {
    const pair = { postId: pickRandom(posts), accountId: pickRandom(accounts) };
    likes.push(pair);
    return createEventRow(`like-${ids.next()}`, 'PostLiked', pair);
  }

  function createNextEvent(n: number): EventRow {
    const slot = n % 100;
    if (n < 100 || slot < SHARES.registered) return register();
    if (n < 1_000) return publish();
    if (slot < 20) {
      const data = { followerId: pickRandom(accounts), followeeId: pickRandom(accounts) };
      return createEventRow(`follow-${ids.next()}`, 'ProfileFollowed', data);
    }
    if (slot < 30) return publish();
    if (slot < 32) {
      const views = Array.from({ length: VIEWS_PER_BATCH }, () => ({ postId: pickRandom(posts), count: 3 }));
      return createEventRow(`views-${ids.next()}`, 'PostsViewed', { day: '2026-11-21', views });
    }
    const removedLike = slot < 35 ? likes.pop() : undefined;
    return removedLike ? createEventRow(`like-${ids.next()}`, 'PostUnliked', removedLike) : like();
  }

  return { next: createNextEvent };
}

/** Encrypts the personal texts in events, as the log does. */
export async function sealTexts<Event extends Pick<EventRow, 'type' | 'data'>>(
  events: readonly Event[],
  seal: (texts: readonly OwnedText[]) => Promise<readonly string[]>,
): Promise<readonly Event[]> {
  const texts: OwnedText[] = [];
  for (const { type, data } of events) {
    const personalFields = eventCatalogue[type]?.personal;
    for (const field of personalFields?.fields ?? [])
      texts.push({ owner: String(data[personalFields?.owner ?? '']), text: String(data[field]) });
  }
  const results = [...(await seal(texts))].reverse();
  return events.map((event) => {
    const fields = eventCatalogue[event.type]?.personal?.fields ?? [];
    const sealedFields = Object.fromEntries(fields.map((field) => [field, results.pop() ?? '']));
    return { ...event, data: { ...event.data, ...sealedFields } };
  });
}

/**
 * Inserts random accounts, posts, likes, views and follows directly into the event table of the log. Personal texts are
 * encrypted.
 */
export async function fillLog({ pool }: BenchmarkDatabase, count: number): Promise<void> {
  const history = createHistory();
  const vault = createTextVault({ pool });
  const ids = createIdSource();
  const metadata = JSON.stringify({
    correlationId: ids.next(),
    causationId: ids.next(),
    actor: { kind: 'account', id: ids.next() },
    occurredAt: '2026-11-21T09:30:00.000Z',
    version: 1,
    requestId: ids.next(),
  });
  for (let offset = 0; offset < count; offset += CHUNK_SIZE) {
    const events = await sealTexts(
      Array.from({ length: Math.min(CHUNK_SIZE, count - offset) }, (_, i) => history.next(offset + i)),
      vault.seal,
    );
    await pool.query(
      `INSERT INTO log.events (position, stream, revision, id, type, data, metadata, hash)
       SELECT $1 + n, stream, 0, id, type, data::json, $6::json, '\\x00'
       FROM unnest($2::text[], $3::uuid[], $4::text[], $5::text[]) WITH ORDINALITY
         AS made (stream, id, type, data, n)`,
      [
        offset,
        events.map(({ stream }) => stream),
        events.map(() => ids.next()),
        events.map(({ type }) => type),
        events.map(({ data }) => JSON.stringify(data)),
        metadata,
      ],
    );
  }
  await pool.query('VACUUM ANALYZE log.events');
}
