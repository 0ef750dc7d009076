import type { Knex } from 'knex';

/** When each part of the workers was last heard of, from whatever process it runs in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE engine.parts (
      name    text COLLATE "C" PRIMARY KEY,
      seen_at timestamptz NOT NULL
    );
  `);
}
