import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../common/transaction.ts';
import type { AccountId, Instant, Uuid } from '../../domain/kernel/ids.ts';
import type { AccountRecord, DataExport, DataExports, OwnPicture } from '../../domain/ports/data-exports.ts';
import { queueEmail } from './emails.ts';

const RETRY_INTERVAL = `interval '5 minutes'`;
/** Maximum number of requests that are tried to find one that no other process has locked. */
const MAX_CANDIDATES = 20;

interface ExportRecord {
  readonly id: Uuid;
  readonly account_id: AccountId;
  readonly language: DataExport['language'];
  readonly state: DataExport['state'];
  readonly done: number;
  readonly total: number;
  readonly bytes: string | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
}

const toDataExport = (row: ExportRecord): DataExport => ({
  id: row.id,
  accountId: row.account_id,
  language: row.language,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  done: row.done,
  total: row.total,
  bytes: row.bytes === null ? null : Number(row.bytes),
  expiresAt: row.expires_at?.toISOString() ?? null,
});

async function findAccountRecord(db: PoolOrClient, accountId: AccountId): Promise<AccountRecord> {
  const { rows } = await db.query<AccountRecord>(
    `SELECT username, email, name, surnames, birthdate::text, gender, website,
       registration_number AS "registrationNumber"
     FROM private.accounts WHERE account_id = $1`,
    [accountId],
  );
  if (!rows[0]) throw new Error('the account was erased');
  return rows[0];
}

const PICTURE_FILES = `
  SELECT subject_id || '.jpg' AS "fileName", jpeg AS bytes FROM private.pictures WHERE subject_id = $1
  UNION ALL
  SELECT subject_id || '-' || size || CASE type WHEN 'jpeg' THEN '.jpg' ELSE '.' || type END, bytes
  FROM private.picture_variants WHERE subject_id = $1`;

async function* readPictures(db: PoolOrClient, accountId: AccountId): AsyncGenerator<OwnPicture> {
  const { rows: ids } = await db.query<{ id: Uuid }>(
    'SELECT subject_id AS id FROM private.pictures WHERE owner_id = $1 ORDER BY subject_id',
    [accountId],
  );
  for (const { id } of ids) {
    const { rows } = await db.query<OwnPicture>(PICTURE_FILES, [id]);
    yield* rows;
  }
}

/** Claims the oldest due request, or returns null. The claim is a lock that ends with the transaction. */
async function claim(client: PoolOrClient): Promise<DataExport | null> {
  const { rows } = await client.query<ExportRecord>(
    `SELECT * FROM (
       SELECT * FROM private.data_exports WHERE state = 'waiting' AND due_at <= clock_timestamp()
       ORDER BY due_at, id LIMIT ${MAX_CANDIDATES}
     ) due WHERE pg_try_advisory_xact_lock(hashtextextended('data-export ' || id, 0)) LIMIT 1`,
  );
  return rows[0] ? toDataExport(rows[0]) : null;
}

/** Creates a data export store in PostgreSQL. */
export function createDataExportStore(pool: Pool): DataExports {
  async function writeFile(
    client: PoolOrClient,
    request: DataExport,
    work: Parameters<DataExports['work']>[0],
  ): Promise<void> {
    let chunkCount = 0;
    let bytes = 0;
    const { expiresAt, email } = await work({
      request,
      account: await findAccountRecord(client, request.accountId),
      readPictures: () => readPictures(pool, request.accountId),
      // On another connection, so that the owner sees it before the transaction ends.
      reportProgress: async (done, total) => {
        await pool.query('UPDATE private.data_exports SET done = $2, total = $3 WHERE id = $1', [
          request.id,
          done,
          total,
        ]);
      },
      write: async (chunk) => {
        await client.query(
          'INSERT INTO private.data_export_chunks (export_id, n, bytes) VALUES ($1, $2, $3)',
          [request.id, chunkCount, Buffer.from(chunk)],
        );
        chunkCount += 1;
        bytes += chunk.length;
      },
    });
    await client.query(
      `UPDATE private.data_exports SET state = 'ready', bytes = $2, expires_at = $3, done = total WHERE id = $1`,
      [request.id, bytes, expiresAt],
    );
    await queueEmail(client, email);
  }

  async function* readChunks(id: Uuid): AsyncGenerator<Uint8Array> {
    for (let n = 0; ; n += 1) {
      const { rows } = await pool.query<{ bytes: Buffer }>(
        'SELECT bytes FROM private.data_export_chunks WHERE export_id = $1 AND n = $2',
        [id, n],
      );
      if (!rows[0]) return;
      yield rows[0].bytes;
    }
  }

  async function postpone(id: Uuid): Promise<void> {
    await pool.query(
      `UPDATE private.data_exports SET due_at = clock_timestamp() + ${RETRY_INTERVAL} WHERE id = $1`,
      [id],
    );
  }

  return {
    async request({ id, accountId, language, createdAt }) {
      return inTransaction(pool, async (client) => {
        await client.query(`DELETE FROM private.data_exports WHERE account_id = $1 AND state = 'ready'`, [
          accountId,
        ]);
        const { rows } = await client.query<ExportRecord>(
          `INSERT INTO private.data_exports AS current (id, account_id, language, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (account_id) DO UPDATE SET language = current.language RETURNING *`,
          [id, accountId, language, createdAt],
        );
        return toDataExport(rows[0] as ExportRecord);
      });
    },

    async find(accountId, now) {
      const { rows } = await pool.query<ExportRecord>(
        'SELECT * FROM private.data_exports WHERE account_id = $1 AND (expires_at IS NULL OR expires_at > $2)',
        [accountId, now],
      );
      return rows[0] ? toDataExport(rows[0]) : null;
    },

    async work(work) {
      let request: DataExport | null = null;
      try {
        return await inTransaction(pool, async (client) => {
          request = await claim(client);
          if (request) await writeFile(client, request, work);
          return request !== null;
        });
      } catch (error) {
        if (request) await postpone((request as DataExport).id);
        throw error;
      }
    },

    async readFile(accountId, id, now) {
      const { rows } = await pool.query<{ bytes: string }>(
        `SELECT bytes FROM private.data_exports
         WHERE id = $1 AND account_id = $2 AND state = 'ready' AND expires_at > $3`,
        [id, accountId, now],
      );
      return rows[0] ? { bytes: Number(rows[0].bytes), chunks: readChunks(id) } : null;
    },

    async sweep(now: Instant) {
      await pool.query('DELETE FROM private.data_exports WHERE expires_at <= $1', [now]);
    },
  };
}
