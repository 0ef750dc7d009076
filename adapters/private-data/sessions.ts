import type { Pool } from 'pg';
import type { AccountSessions, SessionHolder } from '../../domain/ports/sessions.ts';

/** Sessions in PostgreSQL. Every request of an account asks `holderOf`, so that closing one works at once everywhere. */
export function createSessions(pool: Pool): AccountSessions {
  return {
    async open({ id, accountId, createdAt, expiresAt }) {
      await pool.query({
        name: 'open-session',
        text: `INSERT INTO private.sessions (id, account_id, created_at, expires_at)
               VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        values: [id, accountId, createdAt, expiresAt],
      });
    },

    async holderOf(id, accountId, now) {
      const { rows } = await pool.query<SessionHolder>({
        name: 'session-holder',
        text: `SELECT profile.role, profile.nickname, profile.profile_name AS "profileName",
                      profile.state AS standing
               FROM private.sessions session JOIN read.profiles profile ON profile.id = session.account_id
               WHERE session.id = $1 AND session.account_id = $2 AND session.expires_at > $3`,
        values: [id, accountId, now],
      });
      return rows[0] ?? null;
    },

    async aliveAmong(ids, now) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'sessions-alive',
        text: `SELECT session.id
               FROM private.sessions session JOIN read.profiles profile ON profile.id = session.account_id
               WHERE session.id = ANY($1::uuid[]) AND session.expires_at > $2 AND profile.state = 'ACTIVE'`,
        values: [ids, now],
      });
      return new Set(rows.map(({ id }) => id));
    },

    async close(id) {
      await pool.query('DELETE FROM private.sessions WHERE id = $1', [id]);
    },

    async closeAllOf(accountId) {
      await pool.query('DELETE FROM private.sessions WHERE account_id = $1', [accountId]);
    },

    async sweep(now) {
      await pool.query(
        `DELETE FROM private.sessions session
         WHERE expires_at <= $1 OR EXISTS (
           SELECT 1 FROM read.profiles profile
           WHERE profile.id = session.account_id AND profile.state <> 'ACTIVE')`,
        [now],
      );
    },
  };
}
