import type { Knex } from 'knex';

/** The chain of hashes over the coins of each campaign, and how far into the journal it reaches. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA trail;
    CREATE TABLE trail.links (
      crowdfunding_id uuid NOT NULL,
      sequence        integer NOT NULL,
      position        bigint NOT NULL,
      kind            text NOT NULL,
      id              uuid NOT NULL,
      donation_id     uuid,
      account_id      uuid NOT NULL,
      occurred_at     timestamptz NOT NULL,
      amount          bigint NOT NULL,
      total           bigint NOT NULL,
      hash            bytea NOT NULL,
      PRIMARY KEY (crowdfunding_id, sequence)
    );
    COMMENT ON COLUMN trail.links.account_id IS 'whose donation or release it is; shown, but not hashed';

    CREATE TABLE trail.progress (
      one      boolean PRIMARY KEY DEFAULT true CHECK (one),
      position bigint NOT NULL
    );
    INSERT INTO trail.progress (position) VALUES (0);
  `);
}
