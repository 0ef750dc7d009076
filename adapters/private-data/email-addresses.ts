import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../common/transaction.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import type {
  AddressStatus,
  EmailAddresses,
  LinkPurpose,
  LinkResult,
} from '../../domain/ports/email-addresses.ts';
import { queueEmail } from './emails.ts';
import { hashToken } from './hash-token.ts';

interface ConsumedLink {
  readonly account_id: string;
  readonly email: string;
  readonly expires_at: string;
}

/** Thrown to roll back the use of a link if another account has already verified the email address. */
class AddressTaken extends Error {}

/** Deletes a valid link and returns it, or null. Of several concurrent uses, only one succeeds. */
async function consumeLink(
  client: PoolOrClient,
  token: string,
  purpose: LinkPurpose,
  now: string,
): Promise<ConsumedLink | null> {
  const { rows } = await client.query<ConsumedLink>(
    `DELETE FROM private.email_links WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3
     RETURNING account_id, email, expires_at::text`,
    [hashToken(token), purpose, now],
  );
  return rows[0] ?? null;
}

/**
 * Sets the verified email address of an account.
 * @returns the previous verified address if it was different, otherwise null
 */
async function assignAddress(
  client: PoolOrClient,
  { account_id, email }: ConsumedLink,
  now: string,
): Promise<string | null> {
  const { rows: accounts } = await client.query<{ email: string; isVerified: boolean }>(
    `SELECT email, email_verified_at IS NOT NULL AS "isVerified" FROM private.accounts
     WHERE account_id = $1 FOR UPDATE`,
    [account_id],
  );
  const { rows: names } = await client.query<{ account_id: string }>(
    `INSERT INTO private.names AS held (kind, key, account_id, revision) VALUES ('email', $2, $1, 0)
     ON CONFLICT (kind, key) DO UPDATE SET key = held.key RETURNING held.account_id`,
    [account_id, foldCase(email)],
  );
  if (names[0]?.account_id !== account_id) throw new AddressTaken();
  await client.query(`DELETE FROM private.names WHERE account_id = $1 AND kind = 'email' AND key <> $2`, [
    account_id,
    foldCase(email),
  ]);
  await client.query('UPDATE private.accounts SET email = $2, email_verified_at = $3 WHERE account_id = $1', [
    account_id,
    email,
    now,
  ]);
  const [previousAccount] = accounts;
  return previousAccount?.isVerified && foldCase(previousAccount.email) !== foldCase(email)
    ? previousAccount.email
    : null;
}

/** Uses a link in a transaction. The transaction is rolled back if the email address is taken. */
async function consumeInTransaction(
  pool: Pool,
  consume: (client: PoolOrClient) => Promise<ConsumedLink | null>,
): Promise<LinkResult> {
  try {
    return (await inTransaction(pool, consume)) ? 'done' : 'invalid';
  } catch (error) {
    if (error instanceof AddressTaken) return 'taken';
    throw error;
  }
}

/** Creates a store for email addresses in PostgreSQL. Verified ones have a row in `private.names`. */
export function createEmailAddressStore(pool: Pool): EmailAddresses {
  return {
    async find(accountId, now) {
      const { rows } = await pool.query<AddressStatus>(
        `SELECT email, email_verified_at IS NOT NULL AS "isVerified", password_hash IS NOT NULL AS "hasPassword",
           (SELECT link.email FROM private.email_links link
            WHERE link.account_id = account.account_id AND purpose = 'verify' AND expires_at > $2
              AND link.email <> account.email) AS "pendingEmail"
         FROM private.accounts account WHERE account_id = $1`,
        [accountId, now],
      );
      return rows[0] ?? null;
    },

    async isTaken(accountId, email) {
      const { rowCount } = await pool.query(
        `SELECT FROM private.names WHERE kind = 'email' AND key = $2 AND account_id <> $1`,
        [accountId, foldCase(email)],
      );
      return rowCount === 1;
    },

    async beginVerification({ accountId, email: address, token, expiresAt }, email) {
      await inTransaction(pool, async (client) => {
        await client.query(
          `INSERT INTO private.email_links (token_hash, account_id, purpose, email, expires_at)
           SELECT $2, account_id, 'verify', $3, $4 FROM private.accounts WHERE account_id = $1
           ON CONFLICT (account_id) WHERE purpose = 'verify' DO UPDATE
           SET token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
          [accountId, hashToken(token), address, expiresAt],
        );
        await queueEmail(client, { ...email, recipient: address });
      });
    },

    async findAccount(token, purpose, now) {
      const { rows } = await pool.query<{ account_id: string }>(
        'SELECT account_id FROM private.email_links WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3',
        [hashToken(token), purpose, now],
      );
      return rows[0]?.account_id ?? null;
    },

    verify: (token, now, offer) =>
      consumeInTransaction(pool, async (client) => {
        const link = await consumeLink(client, token, 'verify', now);
        const previousAddress = link && (await assignAddress(client, link, now));
        if (!previousAddress) return link;
        // Links that were emailed to the previous address must not work any more.
        await client.query('DELETE FROM private.password_resets WHERE account_id = $1', [link.account_id]);
        await client.query(
          `INSERT INTO private.email_links (token_hash, account_id, purpose, email, expires_at)
           VALUES ($1, $2, 'undo', $3, $4)`,
          [hashToken(offer.token), link.account_id, previousAddress, offer.expiresAt],
        );
        await queueEmail(client, { ...offer.email, recipient: previousAddress });
        return link;
      }),

    undo: (token, now) =>
      consumeInTransaction(pool, async (client) => {
        const link = await consumeLink(client, token, 'undo', now);
        if (!link) return null;
        await assignAddress(client, link, now);
        await client.query(
          `DELETE FROM private.email_links
           WHERE account_id = $1 AND (purpose = 'verify' OR expires_at >= $2::timestamptz)`,
          [link.account_id, link.expires_at],
        );
        for (const table of ['password_resets', 'sessions', 'devices'])
          await client.query(`DELETE FROM private.${table} WHERE account_id = $1`, [link.account_id]);
        return link;
      }),

    async sweep(now) {
      await pool.query('DELETE FROM private.email_links WHERE expires_at <= $1', [now]);
    },
  };
}
