import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

/** Names by the id of the person or campaign; one that has none is not in it. */
export type Names = ReadonlyMap<Uuid, string>;

const OWNED = /^(?:wallet|receivable|escrow):(.+)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose an account of the books is: the person of a wallet or a debt, the campaign of an escrow; null for the others. */
export const ownerOf = (account: string): Uuid | null => OWNED.exec(account)?.[1] ?? null;

/** What is shown beside an account of the books; null for one without an owner, and for one whose owner has no name. */
export function nameOf(names: Names, account: string): string | null {
  const owner = ownerOf(account);
  return owner === null ? null : (names.get(owner) ?? null);
}

/** Nicknames of people and titles of campaigns, of a whole page by one query. Ids of nobody may be among them. */
export async function namesOf(db: Queryable, ids: readonly (string | null)[]): Promise<Names> {
  const asked = [...new Set(ids)].filter((id) => id !== null && UUID.test(id));
  if (asked.length === 0) return new Map();
  const { rows } = await db.query<{ id: Uuid; name: string }>({
    name: 'ledger-names',
    text: `SELECT id, nickname AS name FROM read.profiles WHERE id = ANY ($1::uuid[]) AND nickname <> ''
      UNION ALL SELECT id, title FROM read.crowdfundings WHERE id = ANY ($1::uuid[])`,
    values: [asked],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
