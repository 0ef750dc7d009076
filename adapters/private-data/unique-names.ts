import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../common/transaction.ts';
import type {
  NameHolder,
  NameKind,
  ProviderIdentity,
  Reservation,
} from '../../domain/ports/account-registry.ts';

/** Key of a name that is unique among the names of its kind. */
export interface UniqueName {
  readonly kind: NameKind;
  readonly key: string;
}

/** Returns the key of an identity among the unique names. */
export const toIdentityKey = ({ provider, subject }: ProviderIdentity): string => `${provider}:${subject}`;

interface HolderRecord {
  readonly account_id: string;
  readonly revision: string | null;
  readonly reserved_at: Date;
}

const toNameHolder = (kind: NameKind, row: HolderRecord): NameHolder => ({
  kind,
  accountId: row.account_id,
  confirmed: row.revision !== null,
  reservedAt: row.reserved_at.toISOString(),
});

/** Reserves names for an account. Returns the first name that another account holds, or null if there is none. */
export async function reserveNames(
  client: PoolOrClient,
  accountId: string,
  names: readonly UniqueName[],
): Promise<NameHolder | null> {
  for (const { kind, key } of names) {
    const { rows } = await client.query<HolderRecord>(
      `INSERT INTO private.names AS held (kind, key, account_id) VALUES ($1, $2, $3)
       ON CONFLICT (kind, key) DO UPDATE SET key = held.key
       RETURNING held.account_id, held.revision, held.reserved_at`,
      [kind, key, accountId],
    );
    const holder = rows[0] as HolderRecord;
    if (holder.account_id !== accountId) return toNameHolder(kind, holder);
  }
  return null;
}

/** Returns the account that holds or has reserved a name, or null. */
export async function findNameHolder(
  db: PoolOrClient,
  { kind, key }: UniqueName,
): Promise<NameHolder | null> {
  const { rows } = await db.query<HolderRecord>(
    'SELECT account_id, revision, reserved_at FROM private.names WHERE kind = $1 AND key = $2',
    [kind, key],
  );
  return rows[0] ? toNameHolder(kind, rows[0]) : null;
}

/** Thrown to roll back a reservation that conflicts with another account. */
export class NameTaken extends Error {
  readonly holder: NameHolder;
  constructor(holder: NameHolder) {
    super(`the ${holder.kind} is taken`);
    this.holder = holder;
  }
}

/** Reserves names for an account, or throws `NameTaken`. */
export async function reserveNamesOrThrow(
  client: PoolOrClient,
  accountId: string,
  names: readonly UniqueName[],
): Promise<void> {
  const holder = await reserveNames(client, accountId, names);
  if (holder) throw new NameTaken(holder);
}

/** Runs a reservation in a transaction. If it throws `NameTaken`, rolls it back and returns the holder. */
export async function reserveInTransaction<Reserved>(
  pool: Pool,
  reserve: (client: PoolOrClient) => Promise<Reserved>,
): Promise<Reserved | Extract<Reservation, { reserved: false }>> {
  try {
    return await inTransaction(pool, reserve);
  } catch (error) {
    if (error instanceof NameTaken) return { reserved: false, holder: error.holder };
    throw error;
  }
}
