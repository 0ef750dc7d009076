import type { Knex } from 'knex';

/** Stores of which tables of the journal the coin trails are made, so that trails of lost entries are not extended. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE trail.progress ADD COLUMN tables text NOT NULL DEFAULT '';
    UPDATE trail.progress SET tables =
      pg_relation_filenode('read.journal_entries') || ' ' || pg_relation_filenode('read.journal_postings');
    COMMENT ON COLUMN trail.progress.tables IS 'files of the chained tables: a rebuild of the journal replaces them';
  `);
}
