import { createHash } from 'node:crypto';
import type { PoolOrClient } from '../../common/transaction.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import type { AccountReservation, NewAccount } from '../../domain/ports/account-registry.ts';
import {
  findNameHolder,
  NameTaken,
  reserveNames,
  reserveNamesOrThrow,
  toIdentityKey,
  type UniqueName,
} from './unique-names.ts';

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

/**
 * Reserves all names of a new account and stores its personal data.
 * @throws NameTaken when another account holds a name, or has verified the email address
 */
export async function reserveAccount(
  client: PoolOrClient,
  account: NewAccount,
): Promise<Extract<AccountReservation, { reserved: true }>> {
  const insertedAccount = await insertAccount(client, account);
  await reserveNamesOrThrow(client, account.accountId, listFixedNames(account));
  if (insertedAccount.isNew && !account.isEmailVerified) {
    const holder = await findNameHolder(client, { kind: 'email', key: foldCase(account.email) });
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
