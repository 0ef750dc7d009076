import type { Knex } from 'knex';

/**
 * Read model of animals for adoption. The search index needs pg_trgm, which comes with PostgreSQL and needs no
 * superuser. Without it, search is slower but returns the same animals.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(ANIMALS);
  await knex.raw(SEARCH);
}

const ANIMALS = `
  CREATE TABLE read.animals (
    id                uuid PRIMARY KEY,
    owner_id          uuid NOT NULL,
    name              text NOT NULL,
    type              text NOT NULL,
    breed             text NOT NULL,
    age               integer NOT NULL,
    sex               text NOT NULL,
    description       text NOT NULL,
    address           text NOT NULL,
    vaccinated        boolean NOT NULL,
    sterilized        boolean NOT NULL,
    image_hash        text NOT NULL,
    status            text NOT NULL,
    offered_at        timestamptz NOT NULL,
    search            text NOT NULL,
    taken_down_at     timestamptz,
    taken_down_reason text
  );
  COMMENT ON COLUMN read.animals.search IS 'texts of the owner, case-folded for search';
  CREATE INDEX animals_available ON read.animals (id) WHERE status = 'AVAILABLE';
  CREATE INDEX animals_available_of_type ON read.animals (type, id) WHERE status = 'AVAILABLE';
  CREATE INDEX animals_of_owner ON read.animals (owner_id, id);
  COMMENT ON COLUMN read.animals.taken_down_at IS
    'when staff took it down: only its owner and staff see it since';
`;

const SEARCH = `
  DO $body$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX animals_search ON read.animals USING gin (search gin_trgm_ops) WHERE status = 'AVAILABLE';
  EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege THEN
    RAISE NOTICE 'animals are searched without an index: %', SQLERRM;
  END $body$;
`;
