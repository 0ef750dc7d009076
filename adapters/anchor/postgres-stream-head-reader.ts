import type { Pool, PoolClient } from 'pg';
import type { StreamHead } from './format.ts';
import type { StreamHeadReader } from './stream-head-reader.ts';

const PAGE_SIZE = 5_000;

/** Forces PostgreSQL to scan the stream index, which is far faster than sorting a large log for each page. */
const BEGIN_SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off;
  SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off;`;

const DECLARE_HEADS_CURSOR = `DECLARE heads NO SCROLL CURSOR FOR
  SELECT DISTINCT ON (stream) stream, revision, encode(hash, 'hex') AS proof FROM log.events
  ORDER BY stream DESC, revision DESC`;

const SELECT_DIFFERENCES = `
  SELECT anchored.stream, anchored.revision, anchored.proof, encode(event.hash, 'hex') AS found,
    CASE WHEN event.hash IS NULL
      THEN (SELECT max(revision) FROM log.events WHERE stream = anchored.stream) END AS last
  FROM unnest($1::text[], $2::bigint[], $3::text[]) AS anchored (stream, revision, proof)
  LEFT JOIN log.events event ON event.stream = anchored.stream AND event.revision = anchored.revision
  WHERE event.hash IS NULL OR encode(event.hash, 'hex') <> anchored.proof`;

interface DifferenceRow {
  readonly stream: string;
  readonly revision: string;
  readonly proof: string;
  readonly found: string | null;
  readonly last: string | null;
}

async function* readInSnapshot<Item>(
  pool: Pool,
  work: (client: PoolClient) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const client = await pool.connect();
  try {
    await client.query(BEGIN_SNAPSHOT);
    yield* work(client);
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
}

/** Creates a reader for a log on PostgreSQL. The heads are read in one snapshot. */
export const createPostgresStreamHeadReader = (pool: Pool): StreamHeadReader => ({
  readAll: () =>
    readInSnapshot(pool, async function* (client) {
      await client.query(DECLARE_HEADS_CURSOR);
      for (;;) {
        const { rows } = await client.query(`FETCH ${PAGE_SIZE} FROM heads`);
        if (rows.length === 0) return;
        yield rows.map((row): StreamHead => ({ ...row, revision: Number(row.revision) }));
      }
    }),
  findDifferences: (pages) =>
    readInSnapshot(pool, async function* (client) {
      for await (const heads of pages) {
        const { rows } = await client.query<DifferenceRow>(SELECT_DIFFERENCES, [
          heads.map(({ stream }) => stream),
          heads.map(({ revision }) => revision),
          heads.map(({ proof }) => proof),
        ]);
        const differences = rows.map(({ stream, revision, proof, found, last }) => ({
          head: { stream, revision: Number(revision), proof },
          actualProof: found,
          lastRevision: last === null ? null : Number(last),
        }));
        yield { compared: heads.length, differences };
      }
    }),
});
