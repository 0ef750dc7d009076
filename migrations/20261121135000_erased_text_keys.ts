import type { Knex } from 'knex';

/** What an erased account leaves of its key is that it had one: a new key could not open its older texts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE private.text_keys ALTER COLUMN key DROP NOT NULL;
    COMMENT ON COLUMN private.text_keys.key IS 'null once it is erased, so that no other is made in its place';
  `);
}
