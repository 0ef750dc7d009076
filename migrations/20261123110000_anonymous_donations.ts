import type { Knex } from 'knex';

/** Adds anonymous donations. Existing donations are not anonymous. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE read.donations ADD COLUMN anonymous boolean NOT NULL DEFAULT false');
}
