import pg from 'pg';
import { asOwner } from './database.ts';

/** Removes the events behind a position from a log on PostgreSQL, which only a failover or a restore can do. */
export async function truncateLog(databaseUrl: string, after: number): Promise<void> {
  const client = new pg.Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();
  try {
    await client.query('BEGIN; ALTER TABLE log.events DISABLE TRIGGER events_never_change');
    await client.query('DELETE FROM log.events WHERE position > $1', [after]);
    await client.query('ALTER TABLE log.events ENABLE TRIGGER events_never_change; COMMIT');
  } finally {
    await client.end();
  }
}
