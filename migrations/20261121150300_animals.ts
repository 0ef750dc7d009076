import type { Knex } from 'knex';

/** Read model of animals for adoption. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE read.animals (
      id          uuid PRIMARY KEY,
      owner_id    uuid NOT NULL,
      name        text NOT NULL,
      type        text NOT NULL,
      breed       text NOT NULL,
      age         integer NOT NULL,
      sex         text NOT NULL,
      description text NOT NULL,
      address     text NOT NULL,
      vaccinated  boolean NOT NULL,
      sterilized  boolean NOT NULL,
      image_hash  text NOT NULL,
      status      text NOT NULL,
      offered_at  timestamptz NOT NULL,
      search      text NOT NULL
    );
    COMMENT ON COLUMN read.animals.search IS 'what the owner wrote, in the form that is searched: without regard to case';
    CREATE INDEX animals_available ON read.animals (id) WHERE status = 'AVAILABLE';
    CREATE INDEX animals_available_of_type ON read.animals (type, id) WHERE status = 'AVAILABLE';
    CREATE INDEX animals_of_owner ON read.animals (owner_id, id);
  `);
}
