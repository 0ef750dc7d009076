import type { AccountErased } from '../../../domain/accounts/events.ts';
import type { SavedSearchEvent } from '../../../domain/adoption/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';

const SEARCHES = `
  SELECT id, account_id AS owner, position, type, sex, min_age AS "minAge", max_age AS "maxAge", vaccinated, sterilized,
    within_km AS "withinKm" FROM read.saved_searches`;

const FILTERS = ['type', 'sex', 'minAge', 'maxAge', 'vaccinated', 'sterilized', 'withinKm'] as const;

interface CountedSearch {
  readonly owner: string;
  readonly [filter: string]: unknown;
}

/**
 * Creates a check that recomputes the saved searches of accounts that are not erased. Checks their filters, except
 * for encrypted texts.
 */
export function createSavedSearchesCheck(getCheckpoint: GetCheckpoint): Check {
  const until = getCheckpoint('saved-searches');
  const searches = new Map<string, CountedSearch>();
  const idsByOwner = new Map<string, string[]>();

  function countEvent({ type, data, position }: RecordedEvent & (SavedSearchEvent | AccountErased)): void {
    if (type === 'SearchSaved') {
      const filters = Object.fromEntries(FILTERS.map((filter) => [filter, data[filter]]));
      searches.set(data.searchId, { owner: data.accountId, position, ...filters });
      idsByOwner.set(data.accountId, [...(idsByOwner.get(data.accountId) ?? []), data.searchId]);
    }
    if (type === 'SearchDeleted') searches.delete(data.searchId);
    if (type === 'AccountErased') for (const id of idsByOwner.get(data.accountId) ?? []) eraseFilters(id);
  }

  function eraseFilters(id: string): void {
    const search = searches.get(id);
    if (search)
      searches.set(id, { ...search, ...Object.fromEntries(FILTERS.map((filter) => [filter, null])) });
  }

  return {
    until,
    types: ['SearchSaved', 'SearchDeleted', 'AccountErased'],
    selects: [SEARCHES],
    processEvent: (event) => {
      if (event.position <= until) countEvent(event as RecordedEvent & (SavedSearchEvent | AccountErased));
    },
    compare: (readRows) => compareRows(readRows, 'saved-searches', 'saved-search', SEARCHES, searches),
    countChecked: () => ({ savedSearches: searches.size }),
  };
}
