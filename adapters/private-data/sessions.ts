import type { Pool } from 'pg';
import { isActive, isInactive, selectState } from '../../common/account-state-sql.ts';
import { opaqueParameter } from '../../common/opaque-parameter.ts';
import { toSqlList } from '../../common/sql-list.ts';
import { STAFF_ROLES } from '../../domain/accounts/roles.ts';
import { getSessionEnd, getSessionLimits } from '../../domain/accounts/session-limits.ts';
import { createBatchLoader } from '../../domain/kernel/batch-loader.ts';
import type { AccountId, Instant, Uuid } from '../../domain/kernel/ids.ts';
import type { AccountSessions, ListedSession, Session, SessionHolder } from '../../domain/ports/sessions.ts';
import { parseCheckpoints, SELECT_CHECKPOINTS } from '../checkpoints.ts';
import { lockAccount } from './revocation-sql.ts';

interface SessionKey {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly shouldReadCheckpoints: boolean;
}

interface StoredSession {
  readonly expiresAt: Date;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  readonly holder: Omit<SessionHolder, 'reusableUntil'>;
}

const USE_RECORDING_INTERVAL_MS = 10 * 60_000;
const MAX_LISTED = 100;

const toInterval = (ms: number): string => `interval '${ms / 1000} seconds'`;

const HAS_STAFF_ROLE = `profile.role IN (${toSqlList(STAFF_ROLES)})`;

/** SQL condition: a session of `profile` has not ended at `$2`. Must match `getSessionEnd`. */
const IS_OPEN = `session.expires_at > $2 AND CASE WHEN ${HAS_STAFF_ROLE}
  THEN session.last_used_at > $2::timestamptz - ${toInterval(getSessionLimits('ADMIN').idleMs)}
    AND session.created_at > $2::timestamptz - ${toInterval(getSessionLimits('ADMIN').lifetimeMs)}
  ELSE session.last_used_at > $2::timestamptz - ${toInterval(getSessionLimits('USER').idleMs)} END`;

/** SQL expression: true if the account has a second factor, NULL if the account is not staff. */
const HAS_FACTOR = `CASE WHEN ${HAS_STAFF_ROLE} THEN
  EXISTS (SELECT FROM private.authenticators WHERE account_id = profile.id AND is_active)
  OR EXISTS (SELECT FROM private.passkeys WHERE account_id = profile.id) END`;

type HolderRecord = Omit<SessionHolder, 'checkpoints' | 'lastProofAt' | 'reusableUntil'> & {
  readonly n: string;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly proven_at: Date | null;
  readonly checkpoints: string | null;
};

type SessionTimes = Pick<HolderRecord, 'created_at' | 'expires_at'>;

const toSession = (id: Uuid, accountId: AccountId, { created_at, expires_at }: SessionTimes): Session => ({
  id,
  accountId,
  createdAt: created_at.toISOString(),
  expiresAt: expires_at.toISOString(),
});

/** Creates a session store. */
export function createSessionStore(pool: Pool): Omit<AccountSessions, 'getChangeCount'> {
  const loadSession = createBatchLoader<SessionKey, StoredSession | null>(async (keys) => {
    const { rows } = await pool.query<HolderRecord>({
      name: 'session-holders',
      text: `SELECT requested.n, session.expires_at, session.created_at, session.last_used_at, session.proven_at,
                    profile.role, profile.nickname, ${HAS_FACTOR} AS "hasFactor",
                    profile.profile_name AS "profileName",
                    CASE WHEN profile.taken_down_at IS NULL THEN profile.picture_hash END AS "pictureHash", ${selectState()} AS standing,
                    CASE WHEN $3::boolean THEN ${SELECT_CHECKPOINTS} END AS checkpoints
             FROM unnest(${opaqueParameter('$1', 'uuid[]')}, ${opaqueParameter('$2', 'uuid[]')}) WITH ORDINALITY AS requested (id, account_id, n)
             JOIN private.sessions session ON session.id = requested.id AND session.account_id = requested.account_id
             JOIN read.profiles profile ON profile.id = session.account_id`,
      values: [
        keys.map(({ id }) => id),
        keys.map(({ accountId }) => accountId),
        keys.some(({ shouldReadCheckpoints }) => shouldReadCheckpoints),
      ],
    });
    const sessions = new Array<StoredSession | null>(keys.length).fill(null);
    const checkpoints = parseCheckpoints(rows[0]?.checkpoints);
    for (const { n, expires_at, created_at, last_used_at, proven_at, ...holder } of rows)
      sessions[Number(n) - 1] = {
        expiresAt: expires_at,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_used_at.toISOString(),
        holder: { ...holder, lastProofAt: (proven_at ?? created_at).toISOString(), checkpoints },
      };
    return sessions;
  });

  /** Records that a session was used. Ignores failures, because the next use will be recorded. */
  function recordUse(id: Uuid, now: Instant): void {
    pool
      .query({
        name: 'session-used',
        text: 'UPDATE private.sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2',
        values: [id, now],
      })
      .catch(() => {});
  }

  return {
    async open({ id, accountId, createdAt, expiresAt }, { device, language, passwordHash } = {}) {
      const { rowCount } = await pool.query({
        name: 'open-session',
        text: `WITH account AS (${lockAccount('$2', '$8')}), language_update AS (
                 UPDATE private.accounts SET language = $7 FROM account
                 WHERE accounts.account_id = account.account_id AND accounts.language <> $7
               )
               INSERT INTO private.sessions (id, account_id, created_at, last_used_at, expires_at, browser, system)
               SELECT $1, account_id, $3, $3, $4, $5, $6 FROM account ON CONFLICT DO NOTHING`,
        values: [
          id,
          accountId,
          createdAt,
          expiresAt,
          device?.browser,
          device?.system,
          language ?? null,
          passwordHash ?? null,
        ],
      });
      return rowCount === 1;
    },

    async changeId({ id, accountId }, newId) {
      const columns = 'created_at, expires_at';
      const update = {
        name: 'change-session-id',
        text: `UPDATE private.sessions SET id = $3 WHERE id = $1 AND account_id = $2 RETURNING ${columns}`,
        values: [id, accountId, newId],
      };
      const find = {
        name: 'find-session',
        text: `SELECT ${columns} FROM private.sessions WHERE id = $1 AND account_id = $2`,
        values: [newId, accountId],
      };
      for (const query of [update, find]) {
        const [times] = (await pool.query<SessionTimes>(query)).rows;
        if (times) return toSession(newId, accountId, times);
      }
      return null;
    },

    async findHolder(id, accountId, now, shouldReadCheckpoints = false) {
      const session = await loadSession({ id, accountId, shouldReadCheckpoints });
      if (!session) return null;
      const time = Date.parse(now);
      const endsAt = Math.min(session.expiresAt.getTime(), getSessionEnd(session, session.holder.role));
      if (time >= endsAt) return null;
      const recordedUntil = Date.parse(session.lastUsedAt) + USE_RECORDING_INTERVAL_MS;
      const isUseRecorded = time < recordedUntil;
      if (!isUseRecorded) recordUse(id, now);
      const nextUseAt = isUseRecorded ? recordedUntil : time + USE_RECORDING_INTERVAL_MS;
      return { ...session.holder, reusableUntil: Math.min(endsAt, nextUseAt) };
    },

    async recordProof(id, now) {
      await pool.query('UPDATE private.sessions SET proven_at = $2 WHERE id = $1', [id, now]);
    },

    async findEnded(ids, now) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'sessions-ended',
        text: `SELECT requested.id FROM unnest($1::uuid[]) AS requested (id)
               WHERE NOT EXISTS (
                 SELECT FROM private.sessions session JOIN read.profiles profile ON profile.id = session.account_id
                 WHERE session.id = requested.id AND ${IS_OPEN} AND ${isActive()})`,
        // There may be thousands of ids, which need no quoting, so the array literal is built here.
        values: [`{${ids.join(',')}}`, now],
      });
      return new Set(rows.map(({ id }) => id));
    },

    async list(accountId, now) {
      const { rows } = await pool.query<
        Pick<ListedSession, 'id' | 'browser' | 'system'> & Pick<HolderRecord, 'created_at' | 'last_used_at'>
      >({
        name: 'list-sessions',
        text: `SELECT session.id, session.browser, session.system, session.created_at, session.last_used_at
               FROM private.sessions session JOIN read.profiles profile ON profile.id = session.account_id
               WHERE session.account_id = $1 AND ${IS_OPEN}
               ORDER BY session.last_used_at DESC, session.id DESC LIMIT ${MAX_LISTED}`,
        values: [accountId, now],
      });
      return rows.map(({ created_at, last_used_at, ...session }) => ({
        ...session,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_used_at.toISOString(),
      }));
    },

    async closeOwn(accountId, id) {
      const { rowCount } = await pool.query(
        'DELETE FROM private.sessions WHERE id = $1 AND account_id = $2',
        [id, accountId],
      );
      return rowCount === 1;
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
         WHERE expires_at <= $1 OR last_used_at <= $1::timestamptz - ${toInterval(getSessionLimits('USER').idleMs)} OR EXISTS (
           SELECT 1 FROM read.profiles profile
           WHERE profile.id = session.account_id AND ${isInactive()})`,
        [now],
      );
    },
  };
}
