import type { Knex } from 'knex';

/**
 * `log.append` plans its statements once per connection instead of once per call, which took a quarter of its time: its
 * rows are always found by key. `engine.move_checkpoints` moves the checkpoints of all projections that share a transaction.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER FUNCTION log.append(text, bigint[], uuid[], int[], uuid[], text, text, text) SET plan_cache_mode = force_generic_plan;

    CREATE FUNCTION engine.move_checkpoints(names text[], held_epochs bigint[], from_positions bigint[], to_positions bigint[],
      to_events uuid[], rates real[]) RETURNS void LANGUAGE plpgsql AS $body$
    DECLARE
      moved_count int;
    BEGIN
      UPDATE engine.checkpoints checkpoint
      SET position = moved.to_position, event_id = moved.to_event, moved_at = now(), rate = moved.rate,
          expires_at = greatest(expires_at, now() + interval '4 seconds'),
          error = NULL, error_position = NULL, error_event = NULL, failing_since = NULL
      FROM unnest(names, held_epochs, from_positions, to_positions, to_events, rates)
        AS moved (name, held_epoch, from_position, to_position, to_event, rate)
      WHERE checkpoint.projection = moved.name AND checkpoint.epoch = moved.held_epoch
        AND checkpoint.position = moved.from_position;
      GET DIAGNOSTICS moved_count = ROW_COUNT;
      IF moved_count <> cardinality(names) THEN
        RAISE EXCEPTION 'another worker has taken over a projection of %', array_to_string(names, ', ')
          USING ERRCODE = 'KI001';
      END IF;
    END $body$;
    COMMENT ON FUNCTION engine.move_checkpoint(text, bigint, bigint, bigint, uuid, real) IS
      'for workers of earlier versions, which may still run during an upgrade';
  `);
}
