import type { Knex } from 'knex';

/** Gives the log an identity, which `kindra restore` replaces, so that running processes notice another content. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE log.identity (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      id       uuid NOT NULL DEFAULT gen_random_uuid()
    );
    COMMENT ON TABLE log.identity IS 'identifies the content of the log; changes when a backup is restored into it';
    INSERT INTO log.identity DEFAULT VALUES;
  `);
}
