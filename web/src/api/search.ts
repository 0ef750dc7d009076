import { searchEndpoints } from '../../../contract/endpoints/search.ts';
import type { FoundTag, SearchResult, SearchType } from '../../../contract/search.ts';
import { kindraApi } from './base.ts';
import { createEndpoints } from './endpoints.ts';
import { entitiesReceived } from './entities.ts';
import { LIST_CACHE_SECONDS, type QueryLifecycle } from './paging.ts';

export type { FoundTag, SearchResult, SearchType };

const collect = <Type extends SearchType>(results: readonly SearchResult[], ...types: Type[]) =>
  results.filter((result): result is Extract<SearchResult, { type: Type }> =>
    (types as SearchType[]).includes(result.type),
  );

/** Stores entities from the results, so that cards and buttons show later changes to them. */
const storeEntities = {
  async onQueryStarted(
    _: unknown,
    { dispatch, queryFulfilled }: QueryLifecycle<SearchResult>,
  ): Promise<void> {
    const response = await queryFulfilled.catch(() => null);
    for (const { items, position = 0 } of response?.data.pages ?? []) {
      const profiles = collect(items, 'PERSON', 'ORGANIZATION').map(({ profile }) => profile);
      const crowdfundings = collect(items, 'CROWDFUNDING').map(({ crowdfunding }) => crowdfunding);
      const posts = collect(items, 'POST').map(({ post }) => post);
      dispatch(entitiesReceived({ entity: 'profile', entities: profiles, position }));
      dispatch(entitiesReceived({ entity: 'crowdfunding', entities: crowdfundings, position }));
      dispatch(entitiesReceived({ entity: 'post', entities: posts, position }));
    }
  },
};

/** Endpoints for search and tags. */
export const searchApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(searchEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      search: { ...storeEntities, extraOptions: { isQuiet: true } },
      taggedPublications: { keepUnusedDataFor: LIST_CACHE_SECONDS, extraOptions: { isQuiet: true } },
    },
  });

export const { useSearchInfiniteQuery, useTaggedPublicationsInfiniteQuery } = searchApi;
