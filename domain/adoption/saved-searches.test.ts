import { given } from '../../test/support/given.ts';
import type { AnimalMatched, SavedSearchEvent } from './events.ts';
import { animalMatchesDecider } from './matches.ts';
import {
  MAX_SAVED_SEARCHES,
  searchAlreadySaved,
  searchNameMissing,
  searchNotFound,
  searchWithoutFilter,
  tooManySearches,
} from './rules.ts';
import { savedSearchesDecider } from './saved-searches.ts';

const [accountId, adoptionId, ownerId] = ['ana', 'rex', 'ben'];
const NO_FILTER = {
  type: null,
  sex: null,
  minAge: null,
  maxAge: null,
  vaccinated: null,
  sterilized: null,
  text: '',
  withinKm: null,
};
const GIRONA = {
  id: 3121456,
  name: 'Girona',
  region: 'Catalonia',
  country: 'ES',
  latitude: 41.98311,
  longitude: 2.82493,
};

const save = (
  searchId: string,
  filter: object,
  { name = 'Dogs', town = null as typeof GIRONA | null } = {},
) => ({ type: 'SaveSearch', accountId, searchId, name, filter: { ...NO_FILTER, ...filter }, town }) as const;
const searchSaved = (searchId: string, filter: object, town = ''): SavedSearchEvent => ({
  type: 'SearchSaved',
  data: { accountId, searchId, name: 'Dogs', ...NO_FILTER, ...filter, town },
});
const remove = (searchId: string) => ({ type: 'DeleteSearch', accountId, searchId }) as const;
const searchDeleted = (searchId: string): SavedSearchEvent => ({
  type: 'SearchDeleted',
  data: { accountId, searchId },
});

describe('a search', () => {
  const DOGS = { type: 'DOG' };

  test('is saved with its town', () =>
    given(savedSearchesDecider)
      .when(save('one', { withinKm: 50 }, { town: GIRONA }))
      .leadsTo(searchSaved('one', { withinKm: 50 }, JSON.stringify(GIRONA))));
  test('is saved once', () =>
    given(savedSearchesDecider, searchSaved('one', DOGS)).when(save('one', DOGS)).leadsToNothing());
  test('needs a name', () =>
    given(savedSearchesDecider)
      .when(save('one', DOGS, { name: '' }))
      .isRejected(searchNameMissing.message));
  test('needs a filter; a town without a distance is none', () =>
    given(savedSearchesDecider)
      .when(save('one', {}, { town: GIRONA }))
      .isRejected(searchWithoutFilter.message));
  test('differs from the others, apart from its name', () =>
    given(savedSearchesDecider, searchSaved('one', DOGS))
      .when(save('two', DOGS, { name: 'More dogs' }))
      .isRejected(searchAlreadySaved.message));
  test('may only differ in the town', () =>
    given(savedSearchesDecider, searchSaved('one', DOGS))
      .when(save('two', DOGS, { town: GIRONA }))
      .leadsTo(searchSaved('two', DOGS, JSON.stringify(GIRONA))));
  test('is deleted once', () => {
    given(savedSearchesDecider, searchSaved('one', DOGS)).when(remove('one')).leadsTo(searchDeleted('one'));
    given(savedSearchesDecider, searchSaved('one', DOGS), searchDeleted('one'))
      .when(remove('one'))
      .isRejected(searchNotFound.message);
  });

  const all = Array.from({ length: MAX_SAVED_SEARCHES }, (_, minAge) => searchSaved(`${minAge}`, { minAge }));
  test('is refused beyond the maximum', () => {
    given(savedSearchesDecider, ...all)
      .when(save('another', DOGS))
      .isRejected(tooManySearches.message);
    given(savedSearchesDecider, ...all, searchDeleted('0'))
      .when(save('another', DOGS))
      .leadsTo(searchSaved('another', DOGS));
  });
});

describe('an animal that searches find', () => {
  const match = (...recipientIds: readonly string[]) =>
    ({ type: 'MatchAnimal', adoptionId, ownerId, recipientIds }) as const;
  const animalMatched = (...recipientIds: readonly string[]): AnimalMatched => ({
    type: 'AnimalMatched',
    data: { adoptionId, ownerId, recipientIds },
  });

  test('notifies the accounts', () =>
    given(animalMatchesDecider).when(match('a', 'b')).leadsTo(animalMatched('a', 'b')));
  test('notifies nobody twice', () =>
    given(animalMatchesDecider, animalMatched('a', 'b', 'c'))
      .when(match('a', 'c'))
      .leadsToNothing());
  test('notifies those who were not notified', () =>
    given(animalMatchesDecider, animalMatched('b'), animalMatched('d'))
      .when(match('a', 'b', 'c', 'd', 'e'))
      .leadsTo(animalMatched('a', 'c', 'e')));
});
