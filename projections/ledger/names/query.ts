import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

/** Names by the id of the account or crowdfunding. Ids without a name are missing. */
export type NamesById = ReadonlyMap<Uuid, string>;

const OWNED_ACCOUNT_PATTERN = /^(?:wallet|receivable|escrow):(.+)$/;
const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the owner of a ledger account: the account of a wallet or debt, the crowdfunding of an escrow; null
 * for others.
 */
export const getOwner = (account: string): Uuid | null => OWNED_ACCOUNT_PATTERN.exec(account)?.[1] ?? null;

/** Returns the name of the owner of a ledger account, or null if it has no owner or the owner has no name. */
export function getName(names: NamesById, account: string): string | null {
  const owner = getOwner(account);
  return owner === null ? null : (names.get(owner) ?? null);
}

/**
 * Loads the nicknames of accounts and titles of crowdfundings with one query per page. Unknown and invalid
 * ids are ignored.
 */
export async function loadNames(db: Queryable, ids: readonly (string | null)[]): Promise<NamesById> {
  const requestedIds = [...new Set(ids)].filter((id) => id !== null && UUID_PATTERN.test(id));
  if (requestedIds.length === 0) return new Map();
  const { rows } = await db.query<{ id: Uuid; name: string }>({
    name: 'ledger-names',
    text: `SELECT id, nickname AS name FROM read.profiles WHERE id = ANY ($1::uuid[]) AND nickname <> ''
      UNION ALL SELECT id, title FROM read.crowdfundings WHERE id = ANY ($1::uuid[])`,
    values: [requestedIds],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
