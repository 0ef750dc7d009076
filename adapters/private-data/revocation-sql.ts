/**
 * SQL that returns an account and locks it until the end of the transaction, so that what the transaction inserts is
 * either visible to a revocation or comes after it. Returns no row if a password hash is given and has changed.
 * @param accountId parameter of the account's id
 * @param passwordHash parameter of the hash of the password that was verified; null if none was
 */
export const lockAccount = (accountId: string, passwordHash: string): string => `
  SELECT account_id FROM private.accounts
  WHERE account_id = ${accountId}::uuid AND (${passwordHash}::text IS NULL OR password_hash = ${passwordHash}) FOR SHARE`;

/**
 * SQL that waits for logins of an account in progress, so that the next statement of the transaction sees the sessions
 * and challenges that they have inserted.
 * @param accountId SQL expression of the account's id
 */
export const waitForLogins = (accountId: string): string =>
  `SELECT FROM private.accounts WHERE account_id = ${accountId} FOR NO KEY UPDATE`;

/**
 * CTEs that revoke what an old password gave access to: sessions, known devices, challenges, and changes of the email
 * address that are not verified yet. They follow the CTE `changed` with the columns `account_id` and
 * `kept_session_id`, which is null if all sessions end.
 */
export const REVOKE_ACCESS = `
  sessions AS (
    DELETE FROM private.sessions session USING changed
    WHERE session.account_id = changed.account_id AND session.id IS DISTINCT FROM changed.kept_session_id
  ), devices AS (
    DELETE FROM private.devices device USING changed WHERE device.account_id = changed.account_id
  ), challenges AS (
    DELETE FROM private.challenges challenge USING changed WHERE challenge.account_id = changed.account_id
  ), address_changes AS (
    DELETE FROM private.email_links link USING changed, private.accounts account
    WHERE link.account_id = changed.account_id AND account.account_id = link.account_id
      AND link.purpose = 'verify' AND link.email <> account.email
  )`;
