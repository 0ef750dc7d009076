import type { Knex } from 'knex';

/** Orders of staff to cancel all campaigns of an account, given together with its ban. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE read.crowdfunding_cancellations (
      account_id     uuid PRIMARY KEY,
      event_id       uuid NOT NULL,
      correlation_id uuid NOT NULL,
      actor_kind     text NOT NULL,
      actor_id       text NOT NULL,
      reason         text,
      created_before timestamptz
    );
    COMMENT ON COLUMN read.crowdfunding_cancellations.created_before IS
      'when the account was reactivated; campaigns that it created later are not cancelled';
  `);
}
