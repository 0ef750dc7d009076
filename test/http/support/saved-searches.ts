import type { BodyOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/saved-searches.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import { createMatchingRound } from '../../../workers/adoption/match-animals.ts';
import { WAIT_MS } from '../../support/wait.ts';
import type { TestApi } from './api.ts';
import type { Client } from './client.ts';

/** Filter of a saved search. */
export type SearchFilter = BodyOf<typeof contract.saveSearch>['filter'];

/** Creates functions that save searches, and that compare new animals with them like the worker. */
export function createSearchHelpers(getApi: () => TestApi, getClient: () => Client) {
  let count = 0;
  return {
    save: ({ token }: AuthResponse, filter: SearchFilter, name?: string) => {
      count += 1;
      return getClient().ok(contract.saveSearch, {
        token,
        body: { name: name ?? `Search ${count}`, filter },
      });
    },
    listSearches: ({ token }: AuthResponse) => getClient().ok(contract.getSavedSearches, { token }),
    deleteSearch: ({ token }: AuthResponse, id: string) =>
      getClient().send(contract.deleteSearch, { token, params: { id } }),
    matchAnimals: async (): Promise<void> => {
      const { foundation } = getApi();
      await createMatchingRound(foundation)(new AbortController().signal);
      await foundation.progress.waitFor(['notifications'], await foundation.rawLog.head(), WAIT_MS);
    },
  };
}
