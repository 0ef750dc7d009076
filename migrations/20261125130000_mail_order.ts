import type { Knex } from 'knex';

/** Sends emails about the account, such as links, before notifications. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX private.mails_due_at;
    CREATE INDEX mails_due_at ON private.mails ((kind IN ('notification', 'new-messages')), due_at)
      WHERE state = 'waiting';
  `);
}
