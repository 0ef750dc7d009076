import type { Knex } from 'knex';

/** What an organization says of itself when it registers, for staff who decide whether to approve it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE private.accounts ADD COLUMN website text, ADD COLUMN registration_number text;
    COMMENT ON COLUMN private.accounts.registration_number IS 'under which the organization is officially registered';
  `);
}
