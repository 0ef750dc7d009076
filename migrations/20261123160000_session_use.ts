import type { Knex } from 'knex';

/** Last use and device of sessions. Existing sessions count as used at the migration. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE private.sessions
      ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      ADD COLUMN browser      text,
      ADD COLUMN system       text;
    COMMENT ON COLUMN private.sessions.last_used_at IS 'up to 10 minutes before the last use';
  `);
}
