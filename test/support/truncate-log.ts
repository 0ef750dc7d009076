import pg from 'pg';
import { toOwnerUrl } from './database.ts';

async function removeEvents(
  databaseUrl: string,
  condition: string,
  values: readonly unknown[],
): Promise<void> {
  const client = new pg.Client({ connectionString: toOwnerUrl(databaseUrl) });
  await client.connect();
  try {
    await client.query('BEGIN; ALTER TABLE log.events DISABLE TRIGGER events_never_change');
    await client.query(`DELETE FROM log.events WHERE ${condition}`, [...values]);
    await client.query('ALTER TABLE log.events ENABLE TRIGGER events_never_change; COMMIT');
  } finally {
    await client.end();
  }
}

/** Removes all events after a position from a PostgreSQL log, like a failover or a restore. */
export const truncateLog = (databaseUrl: string, after: number): Promise<void> =>
  removeEvents(databaseUrl, 'position > $1', [after]);

/** Removes one event from the middle of a stream. In production, only damage to the database can cause this. */
export const removeEvent = (databaseUrl: string, stream: string, revision: number): Promise<void> =>
  removeEvents(databaseUrl, 'stream = $1 AND revision = $2', [stream, revision]);
