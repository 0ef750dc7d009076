import type { Knex } from 'knex';

/** End of the suspension of an account; null unless it is suspended. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.profiles ADD COLUMN suspended_until timestamptz;
    COMMENT ON COLUMN read.profiles.suspended_until IS 'the account is active from then on, although closed is BANNED';
    CREATE INDEX profiles_suspended ON read.profiles (suspended_until) WHERE suspended_until IS NOT NULL;
    DROP INDEX read.profiles_unlisted;
    CREATE INDEX profiles_unlisted ON read.profiles (id) INCLUDE (nickname, suspended_until) WHERE state <> 'ACTIVE';
  `);
}
