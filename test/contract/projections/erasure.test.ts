import type { KindraEvent } from '../../../domain/catalogue.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { projections } from '../../../projections/registry.ts';
import { appendHistory, createAccountId, createId, createPostId } from '../../support/projections/history.ts';
import { readAllModels } from '../../support/projections/read-models.ts';
import { log, pool, setUpEngine, startWorker } from '../../support/projections/shared-engine.ts';

setUpEngine();

const accountId = createAccountId(0);

const ACCOUNT_ERASED: KindraEvent = { type: 'AccountErased', data: { accountId } };

/** A saved search. The texts of an erased account are empty when they are read from the log. */
const createSavedSearch = (name: string, text: string, town: string): KindraEvent => ({
  type: 'SearchSaved',
  data: {
    accountId,
    searchId: createId(4, 1),
    name,
    type: 'DOG',
    sex: 'F',
    minAge: 1,
    maxAge: 3,
    vaccinated: true,
    sterilized: false,
    text,
    withinKm: 50,
    town,
  },
});

const POST = { postId: createPostId(1), authorId: accountId, parentId: null };

const createPost = (text: string): KindraEvent => ({ type: 'PostPublished', data: { ...POST, text } });
const createEdit = (text: string): KindraEvent => ({ type: 'PostEdited', data: { ...POST, text } });

const append = (...events: readonly KindraEvent[]): Promise<void> =>
  appendHistory(
    log,
    events.map((event) => ({ stream: `erasure-${event.type}`, event })),
  );

/** Projects all events that are missing from the read models, in one batch. */
async function project(): Promise<void> {
  const worker = await startWorker();
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  await worker.stop();
}

/** Rebuilds the read models that handle erasures. Returns the names of those that differ from the live ones. */
async function listDifferingReadModels(batchSize: number): Promise<readonly string[]> {
  const names: string[] = [];
  for (const projection of projections.filter(({ on }) => on.AccountErased)) {
    const { equal } = await rebuild({ log, pool, projection, batchSize });
    if (!equal) names.push(projection.name);
  }
  return names;
}

test.each([1, 100])(
  'a rebuild in batches of %i removes the filters of erased searches',
  async (batchSize) => {
    await append(createSavedSearch('', '', ''), ACCOUNT_ERASED);
    await project();
    expect(await listDifferingReadModels(batchSize)).toEqual([]);
    const { saved_searches: savedSearches } = await readAllModels(pool);
    expect(savedSearches).toEqual([
      expect.stringMatching(/"max_age",null.*"min_age",null.*"sex",null.*"within_km",null/),
    ]);
  },
);

// The log of these tests is not encrypted, as if the events had been read before the key was deleted.

test('an edit and an erasure in one batch leave no text', async () => {
  await append(createPost('Fernweh'));
  await project();
  await append(createEdit('Backpfeife'), ACCOUNT_ERASED);
  await project();
  const { rows } = await pool.query('SELECT text FROM read.posts');
  expect(rows).toEqual([{ text: '' }]);
});

test.each([1, 2, 100])(
  'a rebuild in batches of %i leaves no text of posts before the erasure',
  async (batchSize) => {
    await append(createPost('Fernweh #Wanderlust #trip'), createEdit('Backpfeife #Schadenfreude'));
    await project();
    await append(ACCOUNT_ERASED);
    await project();
    expect(await listDifferingReadModels(batchSize)).toEqual([]);
    const { rows } = await pool.query('SELECT text FROM read.posts');
    expect(rows).toEqual([{ text: '' }]);
    const { search_posts: searchPosts, search_tags: searchTags } = await readAllModels(pool);
    expect(searchPosts).toEqual([expect.stringContaining('["text",""]')]);
    expect(searchTags).toEqual([]);
  },
);
