import type { Knex } from 'knex';

/** Saved searches for animals, and how far new animals have been compared with them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE read.saved_searches (
      id         uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      name       text NOT NULL,
      saved_at   timestamptz NOT NULL,
      position   bigint NOT NULL,
      type       text,
      sex        text,
      min_age    integer,
      max_age    integer,
      vaccinated boolean,
      sterilized boolean,
      text       text NOT NULL,
      patterns   text NOT NULL,
      within_km  integer,
      town       text NOT NULL,
      latitude   integer NOT NULL,
      longitude  integer NOT NULL,
      south      integer NOT NULL,
      north      integer NOT NULL,
      west       integer NOT NULL,
      east       integer NOT NULL
    );
    CREATE INDEX saved_searches_account ON read.saved_searches (account_id, position);
    CREATE INDEX saved_searches_type ON read.saved_searches (type) WHERE within_km IS NULL;
    CREATE INDEX saved_searches_area ON read.saved_searches
      USING gist (box(point(west, south), point(east, north))) WHERE within_km IS NOT NULL;
    COMMENT ON COLUMN read.saved_searches.position IS 'of its event: earlier animals are not announced';
    COMMENT ON COLUMN read.saved_searches.patterns IS 'patterns of LIKE for each word of the text, one a line';
    COMMENT ON COLUMN read.saved_searches.within_km IS 'maximum distance to the town; null if it does not filter';
    COMMENT ON COLUMN read.saved_searches.town IS 'town in JSON, empty if the search has none';
    COMMENT ON COLUMN read.saved_searches.latitude IS 'of the town, in 1e-5 degrees, as longitude and the box around it';

    CREATE TABLE private.match_progress (
      id       boolean PRIMARY KEY DEFAULT true CHECK (id),
      position bigint NOT NULL
    );
    INSERT INTO private.match_progress (position) VALUES (0);
    COMMENT ON COLUMN private.match_progress.position IS 'log position up to which animals were compared with saved searches';
  `);
}
