import type { Knex } from 'knex';

/** Donations can be anonymous. None was before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE read.donations ADD COLUMN anonymous boolean NOT NULL DEFAULT false');
}
