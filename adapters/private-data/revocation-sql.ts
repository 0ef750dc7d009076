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
