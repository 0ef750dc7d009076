import * as contract from '../../contract/saved-searches.ts';
import { savedSearchesDecider } from '../../domain/adoption/saved-searches.ts';
import { listSavedSearches } from '../../projections/adoption/saved-searches/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { findTown } from './towns.ts';

/** Creates the routes for saved searches. */
export const createSearchRoutes = ({ pool, towns }: ApiSystem): readonly Route[] => [
  defineRoute(contract.saveSearch, ({ caller, body, createContext, execute, runIdempotently }) =>
    runIdempotently(async (searchId) => {
      const { name, filter } = body;
      const { near, within, ...fields } = filter;
      const town = await findTown(towns, near);
      const context = createContext({ commandId: searchId });
      const saveCommand = {
        type: 'SaveSearch',
        accountId: caller.id,
        searchId,
        name,
        filter: { ...fields, withinKm: within },
        town,
      } as const;
      const { events } = await execute(savedSearchesDecider, caller.id, saveCommand, context);
      const newSearch = {
        id: searchId,
        name,
        createdDate: context.occurredAt,
        filter: { ...fields, within },
        town,
      };
      if (events.length > 0) return newSearch;
      return (await listSavedSearches(pool, caller.id)).find(({ id }) => id === searchId) ?? newSearch;
    }),
  ),

  defineRoute(contract.getSavedSearches, ({ caller }) => listSavedSearches(pool, caller.id)),

  defineRoute(contract.deleteSearch, async ({ caller, params, createContext, execute }) => {
    const deleteCommand = { type: 'DeleteSearch', accountId: caller.id, searchId: params.id } as const;
    await execute(savedSearchesDecider, caller.id, deleteCommand, createContext());
    return { message: 'Search deleted.' };
  }),
];
