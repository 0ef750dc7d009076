import type { Knex } from 'knex';

/** Refunds of the payment simulator may be canceled while they wait. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE simulator.refunds
      DROP CONSTRAINT refunds_status_check,
      ADD CONSTRAINT refunds_status_check CHECK (status IN ('succeeded', 'pending', 'failed', 'canceled'));
  `);
}
