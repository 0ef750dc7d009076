import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../common/transaction.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import type {
  AccountRegistry,
  AccountReservation,
  NameHolder,
  NameKind,
  NewAccount,
  OrganizationReview,
  PersonalData,
  ProviderIdentity,
  Reservation,
} from '../../domain/ports/account-registry.ts';
import { REVOKE_ACCESS } from './revocation-sql.ts';

const SEQUENTIAL_CANDIDATES = 200;
const RANDOM_CANDIDATES = 16;

/** Derives six-digit numbers from the account id, so that a repeated reservation tries the same nicknames. */
function generatePseudoRandomNumbers(accountId: string): number[] {
  const digest = createHash('sha512').update(accountId).digest();
  return Array.from(
    { length: RANDOM_CANDIDATES },
    (_, i) => 100_000 + (digest.readUInt32BE(i * 4) % 900_000),
  );
}

interface UniqueName {
  readonly kind: NameKind;
  readonly key: string;
}

const toIdentityKey = ({ provider, subject }: ProviderIdentity): string => `${provider}:${subject}`;

/**
 * Lists the unique names of a new account, except the nickname. Conflicts are reported in this order. An
 * email address is only unique if it is verified.
 */
function listFixedNames({ credentials, email, identity, isEmailVerified }: NewAccount): UniqueName[] {
  const names: UniqueName[] = [];
  if (identity) names.push({ kind: 'identity', key: toIdentityKey(identity) });
  if (credentials) names.push({ kind: 'username', key: foldCase(credentials.username) });
  if (isEmailVerified) names.push({ kind: 'email', key: foldCase(email) });
  return names;
}

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
async function reserveNames(
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

/** Returns a candidate that the account already holds, or else the first free one, or null. */
async function findFreeNickname(
  client: PoolOrClient,
  { accountId, getNicknameCandidate }: NewAccount,
): Promise<string | null> {
  const sequentialCandidates = Array.from({ length: SEQUENTIAL_CANDIDATES }, (_, n) => n);
  const candidates = [...sequentialCandidates, ...generatePseudoRandomNumbers(accountId)].map(
    getNicknameCandidate,
  );
  const { rows } = await client.query(
    `SELECT candidate FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (candidate, key, n)
     LEFT JOIN private.names held ON held.kind = 'nickname' AND held.key = wanted.key
     WHERE held.account_id IS NULL OR held.account_id = $3
     ORDER BY held.account_id IS NULL, n LIMIT 1`,
    [candidates, candidates.map(foldCase), accountId],
  );
  return rows[0]?.candidate ?? null;
}

/** Returns the account that has verified the email address of a new account, or null if there is none. */
async function findAddressHolder(client: PoolOrClient, { email }: NewAccount): Promise<NameHolder | null> {
  const { rows } = await client.query<HolderRecord>(
    `SELECT account_id, revision, reserved_at FROM private.names WHERE kind = 'email' AND key = $1`,
    [foldCase(email)],
  );
  return rows[0] ? toNameHolder('email', rows[0]) : null;
}

async function findHolder(db: PoolOrClient, { kind, key }: UniqueName): Promise<string | null> {
  const { rows } = await db.query<{ account_id: string }>(
    'SELECT account_id FROM private.names WHERE kind = $1 AND key = $2',
    [kind, key],
  );
  return rows[0]?.account_id ?? null;
}

interface InsertedAccount {
  readonly isNew: boolean;
  readonly reservedAt: string;
}

/** Inserts an account, or renews its reservation, so that releasing an earlier attempt does not affect it. */
async function insertAccount(client: PoolOrClient, account: NewAccount): Promise<InsertedAccount> {
  const { accountId, credentials, email, name, surnames, birthdate, gender, organization } = account;
  const { language = 'en', isEmailVerified } = account;
  const { rows } = await client.query<InsertedAccount>(
    `INSERT INTO private.accounts (account_id, username, password_hash, email, name, surnames, birthdate, gender,
       website, registration_number, language, email_verified_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $12 THEN clock_timestamp() END)
     ON CONFLICT (account_id) DO UPDATE SET reserved_at = clock_timestamp()
     RETURNING xmax = 0 AS "isNew", reserved_at::text AS "reservedAt"`,
    [
      accountId,
      credentials?.username ?? null,
      credentials?.passwordHash ?? null,
      email,
      name,
      surnames,
      birthdate,
      gender,
      organization?.website ?? null,
      organization?.registrationNumber ?? null,
      language,
      isEmailVerified,
    ],
  );
  return rows[0] as InsertedAccount;
}

/** Thrown to roll back a reservation that conflicts with another account. */
class NameTaken extends Error {
  readonly holder: NameHolder;
  constructor(holder: NameHolder) {
    super(`the ${holder.kind} is taken`);
    this.holder = holder;
  }
}

/** Reserves names for an account, or throws `NameTaken`. */
async function reserveNamesOrThrow(
  client: PoolOrClient,
  accountId: string,
  names: readonly UniqueName[],
): Promise<void> {
  const holder = await reserveNames(client, accountId, names);
  if (holder) throw new NameTaken(holder);
}

async function reserveAccount(
  client: PoolOrClient,
  account: NewAccount,
): Promise<Extract<AccountReservation, { reserved: true }>> {
  const insertedAccount = await insertAccount(client, account);
  await reserveNamesOrThrow(client, account.accountId, listFixedNames(account));
  if (insertedAccount.isNew && !account.isEmailVerified) {
    const holder = await findAddressHolder(client, account);
    if (holder) throw new NameTaken(holder);
  }
  for (;;) {
    const nickname = await findFreeNickname(client, account);
    if (nickname === null) throw new Error('no free nickname found');
    const key = foldCase(nickname);
    if (!(await reserveNames(client, account.accountId, [{ kind: 'nickname', key }])))
      return { reserved: true, nickname, ...insertedAccount };
  }
}

/** Runs a reservation in a transaction. If it throws `NameTaken`, rolls it back and returns the holder. */
async function reserveInTransaction<Reserved>(
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

/** Replaces the password if its hash is still `$2`. Of several concurrent statements, only one succeeds. */
const CHANGE_PASSWORD = `
  WITH changed AS (
    UPDATE private.accounts SET password_hash = $3 WHERE account_id = $1 AND password_hash = $2
    RETURNING account_id, $4::uuid AS kept_session_id
  ), resets AS (
    DELETE FROM private.password_resets reset USING changed WHERE reset.account_id = changed.account_id
  ), ${REVOKE_ACCESS}
  SELECT FROM changed`;

/** Creates the account registry in PostgreSQL. It stores names and personal data. */
export function createAccountRegistry(pool: Pool): AccountRegistry {
  return {
    reserve: (account) => reserveInTransaction(pool, (client) => reserveAccount(client, account)),

    reserveNickname: (accountId, nickname) =>
      reserveInTransaction(pool, async (client) => {
        await reserveNamesOrThrow(client, accountId, [{ kind: 'nickname', key: foldCase(nickname) }]);
        return { reserved: true as const, nickname };
      }),

    async confirm(accountId, nickname, revision) {
      await inTransaction(pool, async (client) => {
        const LOCK_ACCOUNT = 'SELECT FROM private.accounts WHERE account_id = $1 FOR UPDATE';
        if ((await client.query(LOCK_ACCOUNT, [accountId])).rowCount === 0) return;
        await client.query(
          `UPDATE private.names SET revision = $2
           WHERE account_id = $1 AND kind <> 'nickname' AND revision IS NULL`,
          [accountId, revision],
        );
        await client.query(
          `INSERT INTO private.names AS held (kind, key, account_id, revision) VALUES ('nickname', $2, $1, $3)
           ON CONFLICT (kind, key) DO UPDATE SET revision = greatest(held.revision, excluded.revision)
           WHERE held.account_id = $1`,
          [accountId, foldCase(nickname), revision],
        );
        await client.query(
          `DELETE FROM private.names held USING private.names newer
           WHERE held.account_id = $1 AND newer.account_id = $1
             AND held.kind = 'nickname' AND newer.kind = 'nickname' AND held.revision < newer.revision`,
          [accountId],
        );
      });
    },

    async releaseNickname(accountId, nickname) {
      await pool.query(
        `DELETE FROM private.names
         WHERE kind = 'nickname' AND key = $2 AND account_id = $1 AND revision IS NULL`,
        [accountId, foldCase(nickname)],
      );
    },

    async release(accountId, until) {
      await pool.query(
        `DELETE FROM private.accounts WHERE account_id = $1 AND reserved_at <= $2::timestamptz AND NOT EXISTS
           (SELECT 1 FROM private.names held WHERE held.account_id = $1 AND held.revision IS NOT NULL)`,
        [accountId, until],
      );
    },

    async erase(accountId, farewell) {
      await inTransaction(pool, async (client) => {
        if (farewell)
          await client.query(
            `INSERT INTO private.mails (id, kind, language, content, recipient)
             SELECT $2, 'organization-declined', language, $3, email FROM private.accounts
             WHERE account_id = $1 AND email_verified_at IS NOT NULL ON CONFLICT DO NOTHING`,
            [accountId, farewell.id, JSON.stringify(farewell.content)],
          );
        await client.query('DELETE FROM private.accounts WHERE account_id = $1', [accountId]);
        await client.query('DELETE FROM private.sessions WHERE account_id = $1', [accountId]);
        await client.query('DELETE FROM private.idempotency_keys WHERE owner = $1', [accountId]);
        await client.query('DELETE FROM private.pictures WHERE owner_id = $1', [accountId]);
        await client.query(
          `INSERT INTO private.text_keys (account_id, key) VALUES ($1, NULL)
           ON CONFLICT (account_id) DO UPDATE SET key = NULL`,
          [accountId],
        );
      });
    },

    async listUnconfirmedAccounts(before, limit) {
      const { rows } = await pool.query<{ account_id: string }>(
        `SELECT account_id FROM private.names WHERE revision IS NULL AND reserved_at < $1
         UNION
         SELECT account_id FROM private.accounts account WHERE reserved_at < $1
           AND NOT EXISTS (
             SELECT 1 FROM read.profiles profile WHERE profile.id = account.account_id AND profile.nickname_key <> '')
         LIMIT $2`,
        [before, limit],
      );
      return rows.map((row) => row.account_id);
    },

    async listReservedNicknames(accountId, before) {
      const { rows } = await pool.query<{ key: string }>(
        `SELECT key FROM private.names
         WHERE account_id = $1 AND kind = 'nickname' AND revision IS NULL AND reserved_at < $2`,
        [accountId, before],
      );
      return rows.map((row) => row.key);
    },

    findNicknameHolder: (nickname) => findHolder(pool, { kind: 'nickname', key: foldCase(nickname) }),

    async findCredentials(username) {
      const { rows } = await pool.query<{ account_id: string; password_hash: string }>({
        name: 'credentials-of',
        text: `SELECT account_id, password_hash FROM private.names JOIN private.accounts USING (account_id)
               WHERE kind = 'username' AND key = $1 AND password_hash IS NOT NULL`,
        values: [foldCase(username)],
      });
      const [row] = rows;
      return row ? { accountId: row.account_id, passwordHash: row.password_hash } : null;
    },

    async findPasswordHash(accountId) {
      const { rows } = await pool.query<{ password_hash: string | null }>(
        'SELECT password_hash FROM private.accounts WHERE account_id = $1',
        [accountId],
      );
      return rows[0]?.password_hash ?? null;
    },

    async changePassword({ accountId, currentHash, newHash, keptSessionId }) {
      const { rowCount } = await pool.query(CHANGE_PASSWORD, [
        accountId,
        currentHash,
        newHash,
        keptSessionId,
      ]);
      return rowCount === 1;
    },

    async addCredentials(accountId, username, passwordHash) {
      const result = await reserveInTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `UPDATE private.accounts SET username = $2, password_hash = $3
           WHERE account_id = $1 AND password_hash IS NULL`,
          [accountId, username, passwordHash],
        );
        if (rowCount === 0) return { reserved: true as const, isAdded: false };
        await reserveNamesOrThrow(client, accountId, [{ kind: 'username', key: foldCase(username) }]);
        await client.query(
          `UPDATE private.names SET revision = 0 WHERE kind = 'username' AND account_id = $1`,
          [accountId],
        );
        return { reserved: true as const, isAdded: true };
      });
      if (!result.reserved) return 'taken';
      return result.isAdded ? 'added' : 'exists';
    },

    findAccount: (identity) => findHolder(pool, { kind: 'identity', key: toIdentityKey(identity) }),

    findAccountByEmail: (email) => findHolder(pool, { kind: 'email', key: foldCase(email) }),

    async findPersonalData(accountId) {
      const { rows } = await pool.query<PersonalData>({
        name: 'personal-data-of',
        text: `SELECT email, name, surnames, to_char(birthdate, 'YYYY-MM-DD') AS birthdate, gender
               FROM private.accounts WHERE account_id = $1`,
        values: [accountId],
      });
      return rows[0] ?? null;
    },

    async findReviews(ids) {
      const { rows } = await pool.query<OrganizationReview & { account_id: string }>({
        name: 'reviews-of',
        text: `SELECT account_id, email, name, surnames, website, registration_number AS "registrationNumber"
               FROM private.accounts WHERE account_id = ANY ($1::uuid[])`,
        values: [ids],
      });
      return new Map(rows.map(({ account_id, ...review }) => [account_id, review]));
    },
  };
}
