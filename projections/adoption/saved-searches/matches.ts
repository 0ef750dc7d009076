import { isActive } from '../../../common/account-state-sql.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { AccountId, AdoptionId } from '../../../domain/kernel/ids.ts';
import { FIRST_ID } from '../../paging.ts';
import { type Queryable, queryColumn } from '../../queryable.ts';
import { selectMetres } from '../animals/distance.ts';
import { FILTER_CONDITIONS, FILTER_FIELDS, type FilterField, NO_TOWN } from '../animals/filter.ts';

/** An animal, and the position at which it was offered or restored. */
interface OfferedAnimal {
  readonly id: AdoptionId;
  readonly position: Position;
}

const COLUMNS: Readonly<Record<FilterField, string>> = {
  type: 'search.type',
  sex: 'search.sex',
  minAge: 'search.min_age',
  maxAge: 'search.max_age',
  vaccinated: 'search.vaccinated',
  sterilized: 'search.sterilized',
};

const MATCHES_FILTER = FILTER_FIELDS.map(
  (field) => `(${COLUMNS[field]} IS NULL OR ${FILTER_CONDITIONS[field](COLUMNS[field])})`,
).join(' AND ');

const MATCHES_TEXT = `NOT EXISTS (
  SELECT FROM unnest(string_to_array(search.patterns, E'\n')) pattern WHERE animal.search NOT LIKE pattern)`;

const DISTANCE_METRES = selectMetres(
  { latitude: 'search.latitude', longitude: 'search.longitude' },
  { latitude: 'animal.latitude', longitude: 'animal.longitude' },
);

const CAN_SEE_OWNER = `NOT EXISTS (
    SELECT FROM read.blocks block WHERE block.blocker_id = search.account_id AND block.blocked_id = animal.owner_id)
  AND NOT EXISTS (
    SELECT FROM read.blocks block WHERE block.blocker_id = animal.owner_id AND block.blocked_id = search.account_id)
  AND NOT EXISTS (
    SELECT FROM read.mutes mute WHERE mute.muter_id = search.account_id AND mute.muted_id = animal.owner_id)`;

/**
 * Lists active accounts with a saved search that matches the animal and was saved before the position, sorted by id.
 * The list is empty when the animal is not available, is taken down or has an inactive owner. Three indexes find the
 * searches: by animal type, without an animal type, and by the box around a town.
 * @param page accounts with ids greater than `afterId`, at most `limit`
 */
export const findAccountsWithMatchingSearch = (
  db: Queryable,
  { id, position }: OfferedAnimal,
  { afterId, limit }: { readonly afterId: AccountId | null; readonly limit: number },
): Promise<readonly AccountId[]> =>
  queryColumn(db, {
    name: 'searchers-of-animal',
    text: `
      SELECT DISTINCT search.account_id
      FROM read.animals animal
      JOIN read.profiles owner ON owner.id = animal.owner_id AND ${isActive('owner')}
      CROSS JOIN LATERAL (
        SELECT * FROM read.saved_searches WHERE within_km IS NULL AND type = animal.type
        UNION ALL SELECT * FROM read.saved_searches WHERE within_km IS NULL AND type IS NULL
        UNION ALL SELECT * FROM read.saved_searches search
        WHERE within_km IS NOT NULL AND animal.town_id <> ${NO_TOWN}
          AND box(point(west, south), point(east, north))
            @> box(point(animal.longitude, animal.latitude), point(animal.longitude, animal.latitude))
          AND ${DISTANCE_METRES} <= within_km * 1000
      ) search
      JOIN read.profiles searcher ON searcher.id = search.account_id AND ${isActive('searcher')}
      WHERE animal.id = $1 AND animal.status = 'AVAILABLE' AND animal.taken_down_at IS NULL
        AND search.position < $2 AND search.account_id > $3::uuid AND search.account_id <> animal.owner_id
        AND ${MATCHES_FILTER} AND ${MATCHES_TEXT} AND ${CAN_SEE_OWNER}
      ORDER BY search.account_id LIMIT $4`,
    values: [id, position, afterId ?? FIRST_ID, limit],
  });
