import type { Knex } from 'knex';

/** The animal that a conversation is about. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.conversations ADD COLUMN animal_id uuid;
    COMMENT ON COLUMN read.conversations.animal_id IS 'animal that a member contacted the other about most recently';
  `);
}
