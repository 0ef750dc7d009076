/**
 * CTEs that revoke what an old password gave access to: sessions, known devices and challenges. They follow the CTE
 * `changed` with the columns `account_id` and `kept_session_id`, which is null if all sessions end.
 */
export const REVOKE_ACCESS = `
  sessions AS (
    DELETE FROM private.sessions session USING changed
    WHERE session.account_id = changed.account_id AND session.id IS DISTINCT FROM changed.kept_session_id
  ), devices AS (
    DELETE FROM private.devices device USING changed WHERE device.account_id = changed.account_id
  ), challenges AS (
    DELETE FROM private.challenges challenge USING changed WHERE challenge.account_id = changed.account_id
  )`;
