import type { Knex } from 'knex';

/** Conversations without messages whose ids were returned to their younger members. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE private.opened_conversations (
      younger_id      uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
      conversation_id uuid NOT NULL,
      older_id        uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
      PRIMARY KEY (younger_id, conversation_id)
    );
    CREATE INDEX opened_conversations_older ON private.opened_conversations (older_id);
    COMMENT ON TABLE private.opened_conversations IS
      'conversations that their younger members opened before the first message: the older member cannot be computed from the id';
  `);
}
