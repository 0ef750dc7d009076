import { createIdSource } from '../../adapters/clock.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { OwnedText } from '../../domain/ports/text-vault.ts';
import type { BenchmarkDatabase } from './harness.ts';

/** Composition of the log, per hundred events. */
const SHARES = { registered: 2, followed: 18, published: 10, viewed: 2, unliked: 3 };
const CHUNK = 10_000;
/** Number of posts per batch of views. */
const VIEWED_AT_ONCE = 5;

/** An event and its place in the log. */
export interface PlacedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: JsonObject;
}

/** Returns a deterministic random generator of numbers from 0 to below 1. */
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
  const pickAny = (items: readonly string[]): string => items[Math.floor(random() * items.length)] ?? '';

  const createPlacedEvent = (stream: string, type: string, data: JsonObject, revision = 0): PlacedEvent => ({
    stream,
    revision,
    type,
    data,
  });

  function register(): PlacedEvent {
    const accountId = ids.next();
    accounts.push(accountId);
    const nickname = `user${accounts.length}`;
    const data = { accountId, role: 'USER', nickname, profileName: 'Somebody', category: null };
    return createPlacedEvent(`account-${accountId}`, 'AccountRegistered', data);
  }

  function publish(): PlacedEvent {
    const postId = ids.next();
    const parentId = random() < 0.3 && posts.length > 0 ? pickAny(posts) : null;
    posts.push(postId);
    const text = `Post ${posts.length}, about a dog that needs a walk, a cat that needs a chair, and a shelter in need of both.`;
    return createPlacedEvent(`post-${postId}`, 'PostPublished', {
      postId,
      authorId: pickAny(accounts),
      text,
      parentId,
    });
  }

  function like(): PlacedEvent {
    const pair = { postId: pickAny(posts), accountId: pickAny(accounts) };
    likes.push(pair);
    return createPlacedEvent(`like-${ids.next()}`, 'PostLiked', pair);
  }

  function createNextEvent(n: number): PlacedEvent {
    const of = n % 100;
    if (n < 100 || of < SHARES.registered) return register();
    if (n < 1_000) return publish();
    if (of < 20) {
      const data = { followerId: pickAny(accounts), followeeId: pickAny(accounts) };
      return createPlacedEvent(`follow-${ids.next()}`, 'ProfileFollowed', data);
    }
    if (of < 30) return publish();
    if (of < 32) {
      const views = Array.from({ length: VIEWED_AT_ONCE }, () => ({ postId: pickAny(posts), count: 3 }));
      return createPlacedEvent(`views-${ids.next()}`, 'PostsViewed', { day: '2026-11-21', views });
    }
    const removedLike = of < 35 ? likes.pop() : undefined;
    return removedLike ? createPlacedEvent(`like-${ids.next()}`, 'PostUnliked', removedLike) : like();
  }

  return { next: createNextEvent };
}

/** Seals the personal texts of events like the log. */
export async function sealTexts<Event extends Pick<PlacedEvent, 'type' | 'data'>>(
  events: readonly Event[],
  seal: (texts: readonly OwnedText[]) => Promise<readonly string[]>,
): Promise<readonly Event[]> {
  const texts: OwnedText[] = [];
  for (const { type, data } of events) {
    const personal = eventCatalogue[type]?.personal;
    for (const field of personal?.fields ?? [])
      texts.push({ owner: String(data[personal?.owner ?? '']), text: String(data[field]) });
  }
  const results = [...(await seal(texts))].reverse();
  return events.map((event) => {
    const fields = eventCatalogue[event.type]?.personal?.fields ?? [];
    const replaced = Object.fromEntries(fields.map((field) => [field, results.pop() ?? '']));
    return { ...event, data: { ...event.data, ...replaced } };
  });
}

/** Inserts random accounts, posts, likes, views and follows with sealed texts directly into the table of the log. */
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
  for (let from = 0; from < count; from += CHUNK) {
    const events = await sealTexts(
      Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => history.next(from + i)),
      vault.seal,
    );
    await pool.query(
      `INSERT INTO log.events (position, stream, revision, id, type, data, metadata, hash)
       SELECT $1 + n, stream, 0, id, type, data::json, $6::json, '\\x00'
       FROM unnest($2::text[], $3::uuid[], $4::text[], $5::text[]) WITH ORDINALITY
         AS made (stream, id, type, data, n)`,
      [
        from,
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
