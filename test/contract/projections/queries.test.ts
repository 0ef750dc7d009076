import type pg from 'pg';
import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import type { Post } from '../../../contract/shapes.ts';
import type { KindraEvent } from '../../../domain/catalogue.ts';
import * as profiles from '../../../projections/accounts/profiles/query.ts';
import * as staffLists from '../../../projections/accounts/staff-lists/query.ts';
import { InvalidCursor, type Page, type Paging } from '../../../projections/paging.ts';
import { findLikes } from '../../../projections/posts/posts/counts.ts';
import * as posts from '../../../projections/posts/posts/query.ts';
import type { Queryable, Viewer } from '../../../projections/queryable.ts';
import * as follows from '../../../projections/social-graph/follows/query.ts';
import { listHiddenProfiles } from '../../../projections/social-graph/hidden/query.ts';
import { appendToEnd } from '../../support/append-to-end.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { createAccountId, createEvent, createPostId } from '../../support/projections/history.ts';
import { type RunningEngine, runEngine } from '../../support/projections/running.ts';

const ACCOUNT_COUNT = 60;
const POST_COUNT = 90;

let database: TestDatabase;
let pool: pg.Pool;
let worker: RunningEngine;
let publishedCount = 0;
const log = createMemoryEventLog();

const createViewer = (n: number, isStaff = false): Viewer => ({ id: createAccountId(n), isStaff });
const isHidden = (n: number): boolean => n % 5 === 4;
const getAuthor = (n: number): number => (n * 7) % ACCOUNT_COUNT;

const appendEvent = (stream: string, event: KindraEvent, minute = 0) =>
  appendToEnd(log, stream, [createEvent(event, minute)]);

async function publish(author: number, parentId: string | null = null, minute?: number): Promise<string> {
  const postId = createPostId(publishedCount);
  publishedCount += 1;
  const data = { postId, authorId: createAccountId(author), text: `Post ${publishedCount}`, parentId };
  await appendEvent(`post-${postId}`, { type: 'PostPublished', data }, minute ?? publishedCount % 60);
  return postId;
}

async function follow(follower: number, followee: number): Promise<void> {
  const data = { followerId: createAccountId(follower), followeeId: createAccountId(followee) };
  await appendEvent(`follow-${data.followerId}_${data.followeeId}`, { type: 'ProfileFollowed', data });
}

beforeAll(async () => {
  database = await createDatabase();
  pool = database.pool;
  worker = await runEngine(pool, log);
  for (let n = 0; n < ACCOUNT_COUNT; n += 1) {
    const accountId = createAccountId(n);
    const role = n % 10 === 3 ? 'ORG' : 'USER';
    const data = { accountId, role, nickname: `Nick${n}`, profileName: `Name ${n}`, category: null } as const;
    await appendEvent(`account-${accountId}`, { type: 'AccountRegistered', data });
    if (role === 'ORG')
      await appendEvent(`account-${accountId}`, { type: 'OrganizationApproved', data: { accountId } });
    if (isHidden(n))
      await appendEvent(`account-${accountId}`, { type: 'AccountDeactivated', data: { accountId } });
  }
  for (let n = 0; n < POST_COUNT; n += 1) await publish(getAuthor(n));
  for (let n = 1; n < ACCOUNT_COUNT; n += 1) await follow(0, n);
  for (let n = 2; n < 50; n += 1) await follow(n, 1);
  for (const n of [3, 7, 9]) await follow(59, n);
  expect(await worker.waitUntilCaughtUp()).toBe(true);
});
afterAll(async () => {
  await worker.stop();
  await log.close();
  await database.drop();
});

type FetchPage<Item> = (paging: Paging) => Promise<Page<Item>>;

/** Reads all pages of a list. Calls `beforePage` before each page except the first one. */
const readToEnd = <Item>(fetch: FetchPage<Item>, beforePage?: () => Promise<unknown>) =>
  readToEndFrom(fetch, { page: 1 }, beforePage);

async function readToEndFrom<Item>(
  fetch: FetchPage<Item>,
  start: Paging,
  beforePage: () => Promise<unknown> = async () => {},
) {
  const pages: (readonly Item[])[] = [];
  let paging = start;
  for (;;) {
    const { items, next } = await fetch(paging);
    pages.push(items);
    if (!next) return pages;
    paging = { cursor: next };
    await beforePage();
  }
}

const getIds = (pages: readonly (readonly { readonly id: string }[])[]) => pages.flat().map(({ id }) => id);

const listVisiblePosts = (isIncluded: (author: number) => boolean = () => true): string[] =>
  Array.from({ length: POST_COUNT }, (_, n) => n)
    .filter((n) => !isHidden(getAuthor(n)) && isIncluded(getAuthor(n)))
    .map(createPostId)
    .reverse();

const areAllPagesFull = (pages: readonly (readonly unknown[])[], size: number): boolean =>
  pages.slice(0, -1).every((page) => page.length === size);

describe('lists of posts', () => {
  const lists: readonly (readonly [string, (viewer: Viewer | null) => FetchPage<Post>])[] = [
    ['For you', (reader) => (paging) => posts.listForYouPosts(pool, reader, paging)],
    ['Following', (reader) => (paging) => posts.listFollowingPosts(pool, reader, paging)],
  ];

  test.each(lists)(
    '%s neither repeats nor skips while posts are added, and its pages are full',
    async (_name, list) => {
      const visiblePosts = listVisiblePosts();
      const pages = await readToEnd(list(createViewer(0)), async () => {
        await publish(11);
        await worker.waitUntilCaughtUp(['posts']);
      });
      expect(areAllPagesFull(pages, 10)).toBe(true);
      const ids = getIds(pages);
      expect(new Set(ids).size).toBe(ids.length);
      const shownIds = new Set(ids);
      const skippedIds = visiblePosts.filter(
        (id) => getAuthor(Number.parseInt(id.slice(4, 13).replace('-', ''), 16)) !== 0 && !shownIds.has(id),
      );
      expect(skippedIds).toEqual([]);
    },
  );

  test('Following is the same by numbered pages and by cursors', async () => {
    const list: FetchPage<Post> = (paging) => posts.listFollowingPosts(pool, createViewer(0), paging);
    const pages = await readToEnd(list);
    for (const [i, page] of pages.entries())
      expect(getIds([(await list({ page: i + 1 })).items])).toEqual(getIds([page]));
    expect(await list({ page: pages.length + 5 })).toEqual({ items: [], next: null });
  });

  test.each([0, 59, 2, 58])(
    'Following of account %i contains the posts of followed accounts, newest first',
    async (n) => {
      const followees: Record<number, (author: number) => boolean> = {
        0: (author) => author !== 0,
        59: (author) => [3, 7, 9].includes(author),
        2: (author) => author === 1,
        58: () => false,
      };
      const oldPostIds = new Set(Array.from({ length: POST_COUNT }, (_, post) => createPostId(post)));
      const shownIds = getIds(
        await readToEnd((paging) => posts.listFollowingPosts(pool, createViewer(n), paging)),
      );
      expect(shownIds.filter((id) => oldPostIds.has(id))).toEqual(listVisiblePosts(followees[n]));
    },
  );

  test('a visitor follows no account', async () => {
    expect(await posts.listFollowingPosts(pool, null, { page: 1 })).toEqual({ items: [], next: null });
  });

  test('only staff see posts of hidden accounts', async () => {
    const hiddenPost =
      Array.from({ length: POST_COUNT }, (_, n) => n).find((n) => isHidden(getAuthor(n))) ?? 0;
    expect(await posts.findPostById(pool, createViewer(1), createPostId(hiddenPost))).toBeNull();
    expect(await posts.findPostById(pool, createViewer(1, true), createPostId(hiddenPost))).toMatchObject({
      id: createPostId(hiddenPost),
    });
    const staffIds = getIds(
      await readToEnd((paging) => posts.listForYouPosts(pool, createViewer(1, true), paging)),
    );
    expect(staffIds).toContain(createPostId(hiddenPost));
  });

  test('likes and comments raise a post in For you', async () => {
    const first = createPostId(1);
    const rankBefore = getIds(await readToEnd((paging) => posts.listForYouPosts(pool, null, paging))).indexOf(
      first,
    );
    for (let n = 10; n < 14; n += 1) {
      const data = { postId: first, accountId: createAccountId(n) };
      await appendEvent(`like-${data.postId}_${data.accountId}`, { type: 'PostLiked', data });
    }
    const comment = await publish(12, first);
    await worker.waitUntilCaughtUp(['posts']);
    const rankAfter = getIds(await readToEnd((paging) => posts.listForYouPosts(pool, null, paging))).indexOf(
      first,
    );
    expect(rankAfter).toBeLessThan(rankBefore);
    expect(await posts.findPostById(pool, createViewer(10), first)).toMatchObject({
      likes: 4,
      comments: 1,
      liked: true,
      idParent: null,
    });
    expect(await findLikes(pool, createViewer(9), first)).toEqual({ likes: 4, liked: false });
    expect((await posts.listReplies(pool, null, first, { page: 1 })).items).toMatchObject([
      { id: comment, idParent: first },
    ]);
    expect(getIds([(await posts.listAllReplies(pool, null, first))?.items ?? []])).toEqual([comment]);
    const profilePostIds = getIds(
      await readToEnd((paging) => posts.listProfilePosts(pool, null, createAccountId(12), paging)),
    );
    expect(profilePostIds).not.toContain(comment);
  });

  describe('For you by cursor', () => {
    const listPage: FetchPage<Post> = (paging) => posts.listForYouPosts(pool, createViewer(2), paging);

    async function readFeedToEnd() {
      const first = await posts.listForYouPosts(pool, createViewer(2), { cursor: null });
      const laterPages = first.next === null ? [] : await readToEndFrom(listPage, { cursor: first.next });
      return [first.items, ...laterPages];
    }

    /** Lists all visible posts, sorted by id, by reading every profile. */
    async function listIdsByProfile() {
      const pages = await Promise.all(
        Array.from({ length: ACCOUNT_COUNT }, (_, n) =>
          readToEnd((paging) => posts.listProfilePosts(pool, createViewer(2), createAccountId(n), paging)),
        ),
      );
      return getIds(pages.flat()).toSorted();
    }

    const getMaxPerAuthor = (page: readonly Post[]) => {
      const ids = page.map(({ creatorData }) => creatorData.id);
      return Math.max(...ids.map((id) => ids.filter((otherAuthor) => otherAuthor === id).length));
    };

    test('lists at most two posts of an author per page, in full pages, and every post once', async () => {
      for (let n = 0; n < 40; n += 1) await publish(n % 3 === 0 ? 20 : 21, null, 100 + n);
      await worker.waitUntilCaughtUp(['posts']);
      const pages = await readFeedToEnd();
      expect(Math.max(...pages.slice(0, 5).map(getMaxPerAuthor))).toBe(2);
      expect(areAllPagesFull(pages, 10)).toBe(true);
      expect(getIds(pages).toSorted()).toEqual(await listIdsByProfile());
    });

    test('is the same by numbered pages', async () => {
      for (const [i, page] of (await readFeedToEnd()).entries()) {
        const numberedPage = await listPage({ page: i + 1 });
        expect(getIds([numberedPage.items])).toEqual(getIds([page]));
        if (numberedPage.next !== null)
          expect(getIds([(await listPage({ cursor: numberedPage.next })).items])).toEqual(
            getIds([(await listPage({ page: i + 2 })).items]),
          );
      }
    });

    test('fills its pages with posts of one author if others have none', async () => {
      for (let n = 0; n < 50; n += 1) await publish(n % 7 === 0 ? 22 : 23);
      await worker.waitUntilCaughtUp(['posts']);
      const pages = await readFeedToEnd();
      expect(areAllPagesFull(pages, 10)).toBe(true);
      expect(getIds(pages).toSorted()).toEqual(await listIdsByProfile());
    });
  });

  test('a cursor of another list and an invented one are invalid', async () => {
    const { next } = await posts.listForYouPosts(pool, null, { page: 1 });
    for (const cursor of [next ?? '', 'nonsense', '', Buffer.from('["for-you","x",1]').toString('base64url')])
      await expect(async () => posts.listFollowingPosts(pool, createViewer(0), { cursor })).rejects.toThrow(
        InvalidCursor,
      );
  });
});

describe('lists of profiles', () => {
  test('followers and followed accounts are sorted newest first, in full pages, without hidden ones', async () => {
    const followers = await readToEnd((paging) =>
      follows.listFollowers(pool, createViewer(0), createAccountId(1), paging),
    );
    expect(areAllPagesFull(followers, 20)).toBe(true);
    const expected = Array.from({ length: 48 }, (_, i) => 49 - i).filter((n) => !isHidden(n));
    expect(getIds(followers)).toEqual([...expected, 0].map(createAccountId));
    expect(followers[0]?.[0]).toMatchObject({ isItFollowed: true, nickname: 'Nick48' });
    const followedPages = await readToEnd((paging) =>
      follows.listFollowing(pool, null, createAccountId(59), paging),
    );
    expect(getIds(followedPages)).toEqual([7, 3].map(createAccountId));
  });

  test('suggestions are the most followed accounts without the reader, followed and hidden ones', async () => {
    const visitorSuggestions = await follows.listSuggestedProfiles(pool, null);
    expect(visitorSuggestions).toHaveLength(5);
    expect(visitorSuggestions[0]).toMatchObject({ id: createAccountId(1), isItFollowed: false });
    expect(await follows.listSuggestedProfiles(pool, createViewer(0))).toEqual([]);
    const suggestions = await follows.listSuggestedProfiles(pool, createViewer(2));
    expect(getIds([suggestions])).not.toContain(createAccountId(1));
    expect(getIds([suggestions])).not.toContain(createAccountId(2));
    const organizations = await follows.listSuggestedOrganizations(pool, createViewer(59));
    expect(organizations.every(({ role }) => role === 'ORG')).toBe(true);
    expect(getIds([organizations])).not.toContain(createAccountId(3));
  });
});

describe('profiles', () => {
  test('are found by nickname in any case, and by id', async () => {
    const profile = await profiles.findProfileByKey(pool, createViewer(0), 'NICK1');
    expect(profile).toMatchObject({
      id: createAccountId(1),
      nickname: 'Nick1',
      followers: Array.from({ length: 50 }, (_, n) => n).filter((n) => n !== 1 && !isHidden(n)).length,
      following: 0,
      isItFollowed: true,
    });
    expect(await profiles.findProfileByKey(pool, createViewer(0), createAccountId(1).toUpperCase())).toEqual(
      profile,
    );
    expect(await profiles.findProfileByKey(pool, null, 'nobody')).toBeNull();
  });

  test('hidden ones are found only by staff', async () => {
    expect(await profiles.findProfileByKey(pool, createViewer(0), 'Nick4')).toBeNull();
    expect(await profiles.findProfileByKey(pool, createViewer(0, true), 'Nick4')).toMatchObject({
      id: createAccountId(4),
    });
  });

  test('awaiting approval are listed for staff', async () => {
    const accountId = createAccountId(900);
    const data = {
      accountId,
      role: 'ORG',
      nickname: 'Waiting',
      profileName: 'Waiting',
      category: 'SPA',
    } as const;
    await appendEvent(`account-${accountId}`, { type: 'AccountRegistered', data });
    await worker.waitUntilCaughtUp(['profiles']);
    const page = await staffLists.listAwaitingOrganizations(pool, createViewer(0, true), { page: 1 });
    expect(page).toMatchObject({ items: [{ id: accountId, approved: false }], next: null });
  });
});

describe('the position of profiles', () => {
  const READS: readonly (readonly [string, (db: Queryable) => Promise<unknown>])[] = [
    ['a visitor', (db) => profiles.findProfileForViewer(db, null, 'Nick1')],
    ['a reader', (db) => profiles.findProfileForViewer(db, createViewer(0), 'Nick1')],
    ['followers', (db) => follows.listFollowers(db, createViewer(0), createAccountId(1), { page: 1 })],
    ['suggestions', (db) => follows.listSuggestedProfiles(db, null)],
    [
      'deactivated profiles',
      (db) => staffLists.searchDeactivatedProfiles(db, createViewer(0, true), '', { page: 1 }),
    ],
    ['hidden profiles', (db) => listHiddenProfiles(db, createAccountId(0), { page: 1 })],
  ];

  /** Reads while one read model is behind the others. Returns the read position in the resulting rows. */
  async function readWithLag(projection: string, read: (db: Queryable) => Promise<unknown>) {
    const client = await pool.connect();
    let position: unknown;
    const db: Queryable = {
      query: async (statement) => {
        const result = await client.query(statement);
        position = result.rows[0]?.read_position;
        return result;
      },
    };
    try {
      await client.query('BEGIN');
      await client.query(`UPDATE engine.checkpoints
        SET position = CASE projection WHEN '${projection}' THEN 5 ELSE 10 END`);
      await client.query('INSERT INTO read.blocks SELECT $1, $2, 1', [
        createAccountId(0),
        createAccountId(1),
      ]);
      await read(db);
      return position;
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  test.each(READS)('is the smallest one of the read models in a read of %s', async (_, read) => {
    for (const projection of ['profiles', 'follows', 'hidden'])
      expect([projection, await readWithLag(projection, read)]).toEqual([projection, '5']);
  });
});
