import type { Knex } from 'knex';

/** A receipt finds its line in the trail of its campaign by its position in the log. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX links_by_position ON trail.links (position);');
}
