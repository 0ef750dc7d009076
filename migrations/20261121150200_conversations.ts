import type { Knex } from 'knex';

/** Read models of conversations: messages, and each member's list. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE read.messages (
      conversation_id uuid NOT NULL,
      position        bigint NOT NULL,
      id              uuid NOT NULL,
      author_id       uuid NOT NULL,
      content         text NOT NULL,
      sent_at         timestamptz NOT NULL,
      PRIMARY KEY (conversation_id, position)
    );
    COMMENT ON COLUMN read.messages.position IS 'of the event in the log: the order that everybody sees';
    CREATE INDEX messages_by_id ON read.messages (id);

    CREATE TABLE read.conversations (
      account_id      uuid NOT NULL,
      conversation_id uuid NOT NULL,
      other_id        uuid NOT NULL,
      last_position   bigint NOT NULL,
      unread          integer NOT NULL,
      PRIMARY KEY (account_id, conversation_id)
    ) WITH (fillfactor = 85);
    COMMENT ON TABLE read.conversations IS 'a row for each member of a conversation that has a message';
    CREATE INDEX conversations_newest ON read.conversations (account_id, last_position);
    CREATE INDEX conversations_with ON read.conversations (account_id, other_id);
  `);
}
