import type { Pool } from 'pg';
import { createBatchLoader } from '../../domain/kernel/batch-loader.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { Checkpoint } from '../../domain/ports/read-models.ts';
import type { AccountSessions, SessionHolder } from '../../domain/ports/sessions.ts';

interface SessionKey {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly withCheckpoints: boolean;
}

interface StoredSession {
  readonly expiresAt: Date;
  readonly holder: SessionHolder;
}

/** Checkpoints as one text, `projection position epoch,…`, of which each batch parses only one. */
const CHECKPOINTS = `(
  SELECT string_agg(projection || ' ' || position || ' ' || epoch, ',') FROM engine.checkpoints)`;

const parseCheckpoints = (text: string | null | undefined): readonly Checkpoint[] =>
  (text?.split(',') ?? []).map((line) => {
    const [projection = '', position, epoch] = line.split(' ');
    return { projection, position: Number(position), epoch: Number(epoch) };
  });

type HolderRecord = Omit<SessionHolder, 'checkpoints'> & {
  readonly n: string;
  readonly expires_at: Date;
  readonly checkpoints: string | null;
};

/** Every authenticated request calls `findHolder`, so closing a session takes effect immediately in all processes. */
export function createSessions(pool: Pool): AccountSessions {
  const loadSession = createBatchLoader<SessionKey, StoredSession | null>(async (asked) => {
    const { rows } = await pool.query<HolderRecord>({
      name: 'session-holders',
      text: `SELECT asked.n, session.expires_at, profile.role, profile.nickname,
                    profile.profile_name AS "profileName", profile.state AS standing,
                    CASE WHEN $3::boolean THEN ${CHECKPOINTS} END AS checkpoints
             FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS asked (id, account_id, n)
             JOIN private.sessions session ON session.id = asked.id AND session.account_id = asked.account_id
             JOIN read.profiles profile ON profile.id = session.account_id`,
      values: [
        asked.map(({ id }) => id),
        asked.map(({ accountId }) => accountId),
        asked.some(({ withCheckpoints }) => withCheckpoints),
      ],
    });
    const found = new Array<StoredSession | null>(asked.length).fill(null);
    const checkpoints = parseCheckpoints(rows[0]?.checkpoints);
    for (const { n, expires_at, ...holder } of rows)
      found[Number(n) - 1] = { expiresAt: expires_at, holder: { ...holder, checkpoints } };
    return found;
  });

  return {
    async open({ id, accountId, createdAt, expiresAt }) {
      await pool.query({
        name: 'open-session',
        text: `INSERT INTO private.sessions (id, account_id, created_at, expires_at)
               VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        values: [id, accountId, createdAt, expiresAt],
      });
    },

    async findHolder(id, accountId, now, withCheckpoints = false) {
      const found = await loadSession({ id, accountId, withCheckpoints });
      return found && found.expiresAt.getTime() > Date.parse(now) ? found.holder : null;
    },

    async findEnded(ids, now) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'sessions-ended',
        text: `SELECT asked.id FROM unnest($1::uuid[]) AS asked (id)
               WHERE NOT EXISTS (
                 SELECT FROM private.sessions session JOIN read.profiles profile ON profile.id = session.account_id
                 WHERE session.id = asked.id AND session.expires_at > $2 AND profile.state = 'ACTIVE')`,
        // There may be thousands of ids, which need no quoting, so the array literal is built here.
        values: [`{${ids.join(',')}}`, now],
      });
      return new Set(rows.map(({ id }) => id));
    },

    async close(id) {
      await pool.query('DELETE FROM private.sessions WHERE id = $1', [id]);
    },

    async closeAll(accountId) {
      await pool.query('DELETE FROM private.sessions WHERE account_id = $1', [accountId]);
    },

    async closeOthers(accountId, keptId) {
      await pool.query('DELETE FROM private.sessions WHERE account_id = $1 AND id <> $2', [
        accountId,
        keptId,
      ]);
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
