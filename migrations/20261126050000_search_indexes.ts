import type { Knex } from 'knex';

/**
 * Indexes of the search are updated at once. With a pending list, every search reads the list, and the publication that
 * fills it waits until it is merged.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DO $body$ DECLARE index regclass; BEGIN
      FOR index IN
        SELECT indexrelid FROM pg_index JOIN pg_class relation ON relation.oid = indexrelid
        JOIN pg_am method ON method.oid = relation.relam
        WHERE method.amname = 'gin' AND indrelid IN ('read.search_people'::regclass, 'read.search_organizations'::regclass,
          'read.search_crowdfundings'::regclass, 'read.search_animals'::regclass, 'read.search_posts'::regclass)
      LOOP
        EXECUTE format('ALTER INDEX %s SET (fastupdate = off)', index);
        PERFORM gin_clean_pending_list(index);
      END LOOP;
    END $body$;
    ALTER INDEX read.search_posts_document RESET (gin_pending_list_limit);
  `);
}
