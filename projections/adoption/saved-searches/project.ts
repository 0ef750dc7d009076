import type { AccountErased } from '../../../domain/accounts/events.ts';
import type { SavedSearchEvent, SearchSaved } from '../../../domain/adoption/events.ts';
import { parseTown } from '../../../domain/kernel/town.ts';
import { blank, defineProjection, insert, type Row, remove } from '../../engine/definition.ts';
import { splitWords } from '../../text-search.ts';
import { getBoxAround, toStoredCoordinates } from '../animals/distance.ts';
import { toWordPattern } from '../animals/filter.ts';

const SEARCHES = 'saved_searches';

/** Column values of a search without a town. */
const NO_TOWN_VALUES = { town: '', latitude: 0, longitude: 0, south: 0, north: 0, west: 0, east: 0 };

/** Returns the columns for a search's town. The box contains all points within the distance, if there is one. */
function toTownValues({ town, withinKm }: SearchSaved['data']): Row {
  const center = parseTown(town);
  if (!center) return NO_TOWN_VALUES;
  return { town, ...toStoredCoordinates(center), ...getBoxAround(center, withinKm ?? undefined) };
}

const ERASED = {
  ...NO_TOWN_VALUES,
  name: '',
  type: null,
  sex: null,
  min_age: null,
  max_age: null,
  vaccinated: null,
  sterilized: null,
  text: '',
  patterns: '',
  within_km: null,
};

/** Saved searches, with the patterns and boxes that match new animals. */
export const savedSearchesProjection = defineProjection<SavedSearchEvent | AccountErased>({
  name: 'saved-searches',
  version: 2,
  tables: [
    {
      name: SEARCHES,
      key: ['id'],
      columns: {
        id: 'uuid',
        account_id: 'uuid',
        name: 'text',
        saved_at: 'timestamptz',
        position: 'bigint',
        type: 'text',
        sex: 'text',
        min_age: 'integer',
        max_age: 'integer',
        vaccinated: 'boolean',
        sterilized: 'boolean',
        text: 'text',
        patterns: 'text',
        within_km: 'integer',
        town: 'text',
        latitude: 'integer',
        longitude: 'integer',
        south: 'integer',
        north: 'integer',
        west: 'integer',
        east: 'integer',
      },
    },
  ],
  on: {
    SearchSaved: ({ data, metadata, position }) => [
      insert(SEARCHES, {
        id: data.searchId,
        account_id: data.accountId,
        name: data.name,
        saved_at: metadata.occurredAt,
        position,
        type: data.type,
        sex: data.sex,
        min_age: data.minAge,
        max_age: data.maxAge,
        vaccinated: data.vaccinated,
        sterilized: data.sterilized,
        text: data.text,
        patterns: splitWords(data.text).map(toWordPattern).join('\n'),
        within_km: data.withinKm,
        ...toTownValues(data),
      }),
    ],
    SearchDeleted: ({ data }) => [remove(SEARCHES, { id: data.searchId })],
    AccountErased: ({ data }) => [blank(SEARCHES, { account_id: data.accountId }, ERASED)],
  },
});
