import type { SearchResult, SearchType } from '../../../contract/search.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import { listAnimalsByIds } from '../../adoption/animals/query.ts';
import { listCrowdfundingsByIds } from '../../crowdfunding/crowdfundings/query.ts';
import type { Page, Paging } from '../../paging.ts';
import type { Queryable, Viewer } from '../../queryable.ts';
import { listProfilesByIds } from '../../social-graph/follows/query.ts';
import { findNamedEntities, type NamedEntityType } from './named.ts';
import { listPostsWithWords } from './posts.ts';
import { listPopularTags, listTags } from './tags.ts';

export { listPostsWithTag } from './posts.ts';

const PAGE_SIZE = 20;
const FIRST_PAGE: Paging = { page: 1 };

/** Loads entities by id, in any order. Excludes entities that the current user is not allowed to see. */
type LoadResults = (
  db: Queryable,
  viewer: Viewer | null,
  ids: readonly Uuid[],
) => Promise<readonly { readonly id: Uuid; readonly result: SearchResult }[]>;

const createProfilesLoader =
  (type: 'PERSON' | 'ORGANIZATION'): LoadResults =>
  async (db, viewer, ids) =>
    (await listProfilesByIds(db, viewer, ids)).map((profile) => ({
      id: profile.id,
      result: { type, profile },
    }));

const LOADERS: Readonly<Record<NamedEntityType, LoadResults>> = {
  PERSON: createProfilesLoader('PERSON'),
  ORGANIZATION: createProfilesLoader('ORGANIZATION'),
  CROWDFUNDING: async (db, viewer, ids) =>
    (await listCrowdfundingsByIds(db, viewer, ids)).map((crowdfunding) => ({
      id: crowdfunding.id,
      result: { type: 'CROWDFUNDING', crowdfunding },
    })),
  ANIMAL: async (db, viewer, ids) =>
    (await listAnimalsByIds(db, viewer, ids)).map((animal) => ({
      id: animal.id,
      result: { type: 'ANIMAL', animal },
    })),
};

async function searchNamedEntities(
  db: Queryable,
  viewer: Viewer | null,
  type: NamedEntityType,
  text: string,
  paging: Paging,
  size: number,
): Promise<Page<SearchResult>> {
  const { items: ids, next } = await findNamedEntities(db, viewer, type, text, paging, size);
  if (ids.length === 0) return { items: [], next };
  const results = new Map((await LOADERS[type](db, viewer, ids)).map(({ id, result }) => [id, result]));
  return { items: ids.flatMap((id) => results.get(id) ?? []), next };
}

/** Lists the results of one type, best match first. Posts are listed newest first, tags alphabetically. */
export async function searchByType(
  db: Queryable,
  viewer: Viewer | null,
  type: SearchType,
  text: string,
  paging: Paging,
): Promise<Page<SearchResult>> {
  if (type === 'POST') {
    const { items, next } = await listPostsWithWords(db, viewer, text, paging);
    return { items: items.map((post) => ({ type, post })), next };
  }
  if (type === 'TAG') {
    const { items, next } = await listTags(db, viewer, text, paging, PAGE_SIZE);
    return { items: items.map((tag) => ({ type, tag })), next };
  }
  return searchNamedEntities(db, viewer, type, text, paging, PAGE_SIZE);
}

/** Lists the first results for every type, at most `size` per type. */
export async function searchAll(
  db: Queryable,
  viewer: Viewer | null,
  text: string,
  size: number,
): Promise<readonly SearchResult[]> {
  const findFirstPage = async (type: NamedEntityType) =>
    (await searchNamedEntities(db, viewer, type, text, FIRST_PAGE, size)).items;
  const [tags, posts, ...namedResults] = await Promise.all([
    listPopularTags(db, viewer, text, size),
    listPostsWithWords(db, viewer, text, FIRST_PAGE, size),
    findFirstPage('PERSON'),
    findFirstPage('ORGANIZATION'),
    findFirstPage('CROWDFUNDING'),
    findFirstPage('ANIMAL'),
  ]);
  return [
    ...namedResults.flat(),
    ...tags.map((tag) => ({ type: 'TAG', tag }) as const),
    ...posts.items.map((post) => ({ type: 'POST', post }) as const),
  ];
}
