import type { Knex } from 'knex';

const NAMES = `array_to_tsvector(array_remove(string_to_array(name || ' ' || alias, ' '), ''))`;

const FORMS = `to_tsvector('pg_catalog.spanish', text) || to_tsvector('pg_catalog.english', text)`;

/** Stems of words with an accent. Their diaereses are removed, because other forms of these words have none. */
const ACCENTED_FORMS = `translate(strip(to_tsvector('pg_catalog.spanish', accented))::text, 'ü', 'u')::tsvector`;

/**
 * Spanish words are found by all their forms, also if an ending has an accent, such as `corrían`. The stemmer does not
 * recognize these endings in texts without diacritics. Existing rows need a replay of the projection.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['search_people', 'search_organizations', 'search_crowdfundings', 'search_animals'])
    await knex.raw(replaceDocument(table, `${NAMES} || ${FORMS} || ${ACCENTED_FORMS}`));
  await knex.raw(replaceDocument('search_posts', `${FORMS} || ${ACCENTED_FORMS}`));
}

/** Before version 17, PostgreSQL cannot change the expression of a generated column. */
const replaceDocument = (table: string, document: string): string => `
  ALTER TABLE read.${table}
    DROP COLUMN document,
    ADD COLUMN accented text NOT NULL DEFAULT '',
    ADD COLUMN document tsvector NOT NULL GENERATED ALWAYS AS (${document}) STORED;
  COMMENT ON COLUMN read.${table}.accented IS 'words of the text that Spanish writes with an accent or diaeresis';
  CREATE INDEX ${table}_document ON read.${table} USING gin (document) WITH (fastupdate = off);
`;
