import type { Knex } from 'knex';

/** The town of an animal, for the search by distance. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.animals
      ADD COLUMN town text NOT NULL DEFAULT '',
      ADD COLUMN town_id integer NOT NULL DEFAULT 0,
      ADD COLUMN latitude integer NOT NULL DEFAULT 0,
      ADD COLUMN longitude integer NOT NULL DEFAULT 0;
    COMMENT ON COLUMN read.animals.town IS 'town in JSON, empty if the owner named none';
    COMMENT ON COLUMN read.animals.town_id IS 'id of GeoNames, 0 without a town';
    COMMENT ON COLUMN read.animals.latitude IS 'of the town, in 1e-5 degrees';
    COMMENT ON COLUMN read.animals.longitude IS 'of the town, in 1e-5 degrees';
    CREATE INDEX animals_available_of_town ON read.animals (town_id, id) WHERE status = 'AVAILABLE';
    CREATE INDEX animals_available_places ON read.animals (latitude, longitude, town_id)
      WHERE status = 'AVAILABLE';
  `);
}
