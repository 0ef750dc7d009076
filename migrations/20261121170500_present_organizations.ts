import type { Knex } from 'knex';

/** Organizations are counted while they are in sight, and suggested by the role that a profile has now. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX read.profiles_organizations;
    CREATE INDEX profiles_organizations ON read.profiles (id) WHERE role = 'ORG' AND state = 'ACTIVE';
    UPDATE read.follow_counts counts SET organization = profile.role IN ('ORG', 'ADMIN')
    FROM read.profiles profile
    WHERE profile.id = counts.account_id AND counts.organization <> (profile.role IN ('ORG', 'ADMIN'));
  `);
}
