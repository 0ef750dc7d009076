import type { AdoptionPost } from '../../../contract/adoption.ts';
import { buildPage, LAST_ID, type Page, type Paging, type RowOrder, toPageStart } from '../../paging.ts';
import { canSeeHidden, getViewerId, type Queryable, type Viewer } from '../../queryable.ts';
import {
  type AnimalFilter,
  buildConditions,
  NO_TOWN,
  type SearchArea,
  selectTownsAround,
} from '../animals/filter.ts';
import { type AnimalRecord, IS_OWNER_NOT_HIDDEN, selectAnimals, toAdoptionPost } from '../animals/rows.ts';

interface NearestAnimalRecord extends AnimalRecord {
  readonly metres: number;
}

const PAGE_SIZE = 20;
/** Distance by which animals without a town are sorted, in metres; more than half of the earth's circumference. */
const NO_TOWN_DISTANCE_METRES = 30_000_000;

const NEAREST_FIRST: RowOrder<NearestAnimalRecord> = {
  name: 'nearest-animals',
  kinds: ['integer', 'id'],
  start: [0, LAST_ID],
  getKey: ({ metres, id }) => [metres, id],
};

/**
 * Lists available animals with their distances, nearest first. Animals without a town come last, or are
 * excluded if there is a maximum distance. Towns are sorted by distance, and the animals of each town are
 * read from an index until the page is full. A page therefore reads few animals.
 */
export async function listNearestAnimals(
  db: Queryable,
  viewer: Viewer | null,
  filter: AnimalFilter,
  paging: Paging,
  searchArea: SearchArea,
): Promise<Page<AdoptionPost>> {
  const { key, skip } = toPageStart(NEAREST_FIRST, paging, PAGE_SIZE);
  const values: unknown[] = [getViewerId(viewer), canSeeHidden(viewer), ...key, skip];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = buildConditions(filter).map((condition) => ` AND ${condition(bind)}`);
  const animalsWithoutTown =
    searchArea.withinKm === undefined ? `UNION ALL SELECT ${NO_TOWN}, ${NO_TOWN_DISTANCE_METRES}` : '';
  const { rows } = await db.query<NearestAnimalRecord>({
    text: `
      SELECT around.metres, animal.* FROM (
        SELECT * FROM (${selectTownsAround(searchArea, bind)} ${animalsWithoutTown}) place
        WHERE place.metres >= $3::integer ORDER BY place.metres
      ) around CROSS JOIN LATERAL (
        ${selectAnimals('read.animals')}
        WHERE animal.status = 'AVAILABLE' AND animal.town_id = around.town_id
          AND animal.id < CASE WHEN around.metres = $3::integer THEN $4::uuid ELSE '${LAST_ID}' END
          AND ${IS_OWNER_NOT_HIDDEN}${conditions.join('')}
        ORDER BY animal.id DESC LIMIT ${PAGE_SIZE + 1} + $5::integer
      ) animal
      ORDER BY around.metres, animal.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET $5`,
    values,
  });
  return buildPage(NEAREST_FIRST, PAGE_SIZE, rows, (row) => toAdoptionPost(row, searchArea.center));
}
