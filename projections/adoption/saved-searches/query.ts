import type { SavedSearch } from '../../../contract/saved-searches.ts';
import type { AnimalSex, AnimalType } from '../../../domain/adoption/rules.ts';
import type { AccountId, Uuid } from '../../../domain/kernel/ids.ts';
import { parseTown } from '../../../domain/kernel/town.ts';
import type { Queryable } from '../../queryable.ts';

interface SearchRecord {
  readonly id: Uuid;
  readonly name: string;
  readonly saved_at: Date;
  readonly type: AnimalType | null;
  readonly sex: AnimalSex | null;
  readonly min_age: number | null;
  readonly max_age: number | null;
  readonly vaccinated: boolean | null;
  readonly sterilized: boolean | null;
  readonly text: string;
  readonly within_km: number | null;
  readonly town: string;
}

const toSavedSearch = (row: SearchRecord): SavedSearch => ({
  id: row.id,
  name: row.name,
  createdDate: row.saved_at.toISOString(),
  filter: {
    type: row.type,
    sex: row.sex,
    minAge: row.min_age,
    maxAge: row.max_age,
    vaccinated: row.vaccinated,
    sterilized: row.sterilized,
    text: row.text,
    within: row.within_km,
  },
  town: parseTown(row.town),
});

/** Lists the saved searches of an account, newest first. */
export async function listSavedSearches(
  db: Queryable,
  accountId: AccountId,
): Promise<readonly SavedSearch[]> {
  const { rows } = await db.query<SearchRecord>({
    name: 'saved-searches',
    text: `SELECT id, name, saved_at, type, sex, min_age, max_age, vaccinated, sterilized, text, within_km, town
      FROM read.saved_searches WHERE account_id = $1 ORDER BY position DESC`,
    values: [accountId],
  });
  return rows.map(toSavedSearch);
}
