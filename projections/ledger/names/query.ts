import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

/** Names, by account or crowdfunding id. Contains no ids without a name. */
type NamesById = ReadonlyMap<Uuid, string>;

const OWNED_ACCOUNT_PATTERN = /^(?:wallet|receivable|escrow):(.+)$/;
const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the account that owns a wallet or debt, the campaign that owns an escrow, or null. */
export const getOwner = (account: string): Uuid | null => OWNED_ACCOUNT_PATTERN.exec(account)?.[1] ?? null;

/** Returns the name of a ledger account's owner, or null if it has no owner or the owner has no name. */
export function getName(names: NamesById, account: string): string | null {
  const owner = getOwner(account);
  return owner === null ? null : (names.get(owner) ?? null);
}

/** Loads account nicknames and campaign titles with a single query. Ignores unknown and invalid ids. */
export const loadNames = async (db: Queryable, ids: readonly (string | null)[]): Promise<NamesById> =>
  (await loadNamesAndStatuses(db, ids)).names;

/** Loads the names like `loadNames`, and the statuses of the campaigns. */
export async function loadNamesAndStatuses(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<{ readonly names: NamesById; readonly statuses: ReadonlyMap<Uuid, string> }> {
  const requestedIds = [...new Set(ids)].filter((id) => id !== null && UUID_PATTERN.test(id));
  if (requestedIds.length === 0) return { names: new Map(), statuses: new Map() };
  const { rows } = await db.query<{ id: Uuid; name: string; status: string | null }>({
    name: 'ledger-names',
    text: `SELECT id, nickname AS name, NULL AS status FROM read.profiles
        WHERE id = ANY ($1::uuid[]) AND nickname <> ''
      UNION ALL SELECT id, title, status FROM read.crowdfundings WHERE id = ANY ($1::uuid[])`,
    values: [requestedIds],
  });
  return {
    names: new Map(rows.map(({ id, name }) => [id, name])),
    statuses: new Map(rows.flatMap(({ id, status }) => (status === null ? [] : [[id, status] as const]))),
  };
}
