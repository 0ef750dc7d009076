import type { Knex } from 'knex';

/**
 * Read model of the search. The projection folds all texts: lower-case words without diacritics. The indexes
 * for misspelled names need pg_trgm; without it, searches for such names are slower.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['search_people', 'search_organizations', 'search_crowdfundings', 'search_animals'])
    await knex.raw(createNamedTable(table));
  await knex.raw(POSTS);
  await knex.raw(TAGS);
}

const createNamedTable = (table: string): string => `
  CREATE TABLE read.${table} (
    id       uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    name     text COLLATE "C" NOT NULL,
    alias    text COLLATE "C" NOT NULL,
    text     text NOT NULL,
    label    text NOT NULL GENERATED ALWAYS AS (' ' || name || ' ' || alias) STORED,
    document tsvector NOT NULL GENERATED ALWAYS AS (
      array_to_tsvector(array_remove(string_to_array(name || ' ' || alias, ' '), ''))
      || to_tsvector('pg_catalog.spanish', text) || to_tsvector('pg_catalog.english', text)) STORED
  );
  CREATE INDEX ${table}_name ON read.${table} (name);
  CREATE INDEX ${table}_alias ON read.${table} (alias) WHERE alias <> '';
  CREATE INDEX ${table}_owner ON read.${table} (owner_id);
  CREATE INDEX ${table}_document ON read.${table} USING gin (document);
  DO $body$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX ${table}_label ON read.${table} USING gin (label gin_trgm_ops);
  EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege THEN
    RAISE NOTICE 'misspelled names are found without an index: %', SQLERRM;
  END $body$;
`;

/** A small pending list of the index keeps both searches and publications fast. */
const POSTS = `
  CREATE TABLE read.search_posts (
    id        uuid PRIMARY KEY,
    author_id uuid NOT NULL,
    text      text NOT NULL,
    document  tsvector NOT NULL GENERATED ALWAYS AS (
      to_tsvector('pg_catalog.spanish', text) || to_tsvector('pg_catalog.english', text)) STORED
  );
  CREATE INDEX search_posts_author ON read.search_posts (author_id);
  CREATE INDEX search_posts_document ON read.search_posts USING gin (document) WITH (gin_pending_list_limit = 256);
`;

const TAGS = `
  CREATE TABLE read.search_tags (
    post_id   uuid NOT NULL,
    slot      integer NOT NULL,
    author_id uuid NOT NULL,
    tag       text COLLATE "C" NOT NULL,
    label     text NOT NULL,
    PRIMARY KEY (post_id, slot)
  );
  COMMENT ON COLUMN read.search_tags.tag IS 'the tag, folded';
  COMMENT ON COLUMN read.search_tags.label IS 'the tag as written in the post';
  CREATE INDEX search_tags_tag ON read.search_tags (tag, post_id);
  CREATE INDEX search_tags_author ON read.search_tags (author_id);
`;
