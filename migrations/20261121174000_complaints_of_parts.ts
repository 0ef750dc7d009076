import type { Knex } from 'knex';

/**
 * What a part of the workers complained of last. And jobs need no more than their name and id: what else is kept of them is
 * for processes of an earlier version that run meanwhile.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE engine.parts ADD COLUMN complaint text, ADD COLUMN complained_at timestamptz;
    ALTER TABLE jobs.jobs ALTER COLUMN data SET DEFAULT '{}', ALTER COLUMN scheduled SET DEFAULT true,
      ALTER COLUMN attempts SET DEFAULT 20, ALTER COLUMN first_retry_ms SET DEFAULT 1000;
  `);
}
