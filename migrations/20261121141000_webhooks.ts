import type { Knex } from 'knex';

/**
 * Webhooks of the payment provider: kept before they are answered, worked off afterwards. The provider's id of a notice
 * outlives its content, so that a repetition is known.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE private.webhooks (
      id          text COLLATE "C" PRIMARY KEY,
      body        bytea,
      received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      due_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
      attempts    integer NOT NULL DEFAULT 0,
      done_at     timestamptz,
      CHECK ((body IS NULL) = (done_at IS NOT NULL))
    );
    COMMENT ON COLUMN private.webhooks.body IS 'as it came; null once it is worked off';
    CREATE INDEX webhooks_due_at ON private.webhooks (due_at) WHERE body IS NOT NULL;
    CREATE INDEX webhooks_done_at ON private.webhooks (done_at) WHERE done_at IS NOT NULL;
  `);
}
