import {
  accept,
  type Decider,
  type Decision,
  noEvents,
  notFound,
  refuse,
  rejectUnknownEvent,
} from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';
import { formatTown } from '../kernel/town.ts';
import type { SavedSearchCommand } from './commands.ts';
import type { SavedSearchEvent, SearchSaved } from './events.ts';
import {
  checkSearchFilter,
  checkSearchName,
  MAX_SAVED_SEARCHES,
  searchAlreadySaved,
  searchNotFound,
  tooManySearches,
} from './rules.ts';

/** An account's saved searches: their filters as comparable strings, by search id. */
type SavedSearchesState = Readonly<Record<Uuid, string>>;

const serializeFilter = ({
  type,
  sex,
  minAge,
  maxAge,
  vaccinated,
  sterilized,
  text,
  withinKm,
  town,
}: Omit<SearchSaved['data'], 'accountId' | 'searchId' | 'name'>): string =>
  JSON.stringify([type, sex, minAge, maxAge, vaccinated, sterilized, text, withinKm, town]);

function saveSearch(
  { accountId, searchId, name, filter, town }: OfType<SavedSearchCommand, 'SaveSearch'>,
  state: SavedSearchesState,
): Decision<SavedSearchEvent> {
  if (state[searchId] !== undefined) return noEvents;
  const problem = checkSearchName(name) ?? checkSearchFilter(filter);
  if (problem) return refuse(problem);
  const savedFilters = Object.values(state);
  const data = { accountId, searchId, name, ...filter, town: formatTown(town) };
  if (savedFilters.includes(serializeFilter(data))) return refuse(searchAlreadySaved);
  if (savedFilters.length >= MAX_SAVED_SEARCHES) return refuse(tooManySearches);
  return accept({ type: 'SearchSaved', data });
}

function decide(command: SavedSearchCommand, state: SavedSearchesState): Decision<SavedSearchEvent> {
  if (command.type === 'SaveSearch') return saveSearch(command, state);
  const { accountId, searchId } = command;
  return state[searchId] === undefined
    ? notFound(searchNotFound)
    : accept({ type: 'SearchDeleted', data: { accountId, searchId } });
}

function evolve(state: SavedSearchesState, event: SavedSearchEvent): SavedSearchesState {
  switch (event.type) {
    case 'SearchSaved':
      return { ...state, [event.data.searchId]: serializeFilter(event.data) };
    case 'SearchDeleted': {
      const { [event.data.searchId]: _, ...others } = state;
      return others;
    }
    default:
      return rejectUnknownEvent(event);
  }
}

/** Decider for an account's saved searches. */
export const savedSearchesDecider: Decider<SavedSearchesState, SavedSearchCommand, SavedSearchEvent> = {
  category: 'saved-searches',
  initial: {},
  evolve,
  decide,
};
