import type { Knex } from 'knex';

/** When what a part of the workers complained of has succeeded again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE engine.parts ADD COLUMN recovered_at timestamptz');
}
