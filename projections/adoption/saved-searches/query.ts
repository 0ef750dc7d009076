import type { SavedSearch } from '../../../contract/saved-searches.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { parseTown } from '../../../domain/kernel/town.ts';
import type { Queryable } from '../../queryable.ts';

interface SearchRecord
  extends Pick<SavedSearch, 'id' | 'name'>,
    Pick<SavedSearch['filter'], 'type' | 'sex' | 'vaccinated' | 'sterilized' | 'text'> {
  readonly saved_at: Date;
  readonly min_age: number | null;
  readonly max_age: number | null;
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
