import type { Knex } from 'knex';

/** How far the entries of the journal have been looked at, and those of them that were out of balance. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE engine.journal_check (
      one     boolean PRIMARY KEY DEFAULT true CHECK (one),
      checked bigint NOT NULL DEFAULT 0,
      again   bigint NOT NULL DEFAULT 0,
      tables  text NOT NULL DEFAULT ''
    );
    INSERT INTO engine.journal_check DEFAULT VALUES;
    COMMENT ON COLUMN engine.journal_check.checked IS 'position up to which every entry has been looked at';
    COMMENT ON COLUMN engine.journal_check.again IS 'position that the round has come to which looks at them once more';
    COMMENT ON COLUMN engine.journal_check.tables IS 'files of the tables that were looked at: a rebuild makes others';

    CREATE TABLE engine.unbalanced_entries (
      position bigint PRIMARY KEY,
      found_at timestamptz NOT NULL DEFAULT now()
    );
  `);
}
