import type { Knex } from 'knex';

/** Identifications of payments in suspense wait for a second person among the adjustments. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.adjustments ADD COLUMN payment_id text;
    COMMENT ON COLUMN read.adjustments.payment_id IS 'the payment in suspense that is to be identified';
    CREATE INDEX adjustments_open_payments ON read.adjustments (payment_id)
      WHERE payment_id IS NOT NULL AND status = 'OPEN';
  `);
}
