import type { Knex } from 'knex';

/**
 * Tables and functions of the event log. `log.append` assigns dense positions under one lock that is held
 * until the commit, so that readers never see an event before one with a lower position.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(EVENTS);
  await knex.raw(IDENTITY);
  await knex.raw(APPEND);
  await knex.raw(APPEND_WITHOUT_IDS);
}

const EVENTS = `
  CREATE SCHEMA log;

  CREATE TABLE log.events (
    position    bigint NOT NULL,
    stream      text COLLATE "C" NOT NULL,
    revision    bigint NOT NULL CHECK (revision >= 0),
    id          uuid NOT NULL,
    type        text COLLATE "C" NOT NULL,
    data        json NOT NULL,
    metadata    json NOT NULL,
    hash        bytea NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT events_position PRIMARY KEY (position),
    CONSTRAINT events_stream_revision UNIQUE (stream, revision)
  );
  COMMENT ON COLUMN log.events.data IS 'json, not jsonb, which would change the text that the hash covers';
  COMMENT ON COLUMN log.events.hash IS
    'sha256 of the previous event''s hash in the stream and of the lines stream, revision, position, id, type, data, metadata';

  CREATE FUNCTION log.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $body$
  BEGIN
    RAISE EXCEPTION 'events are never changed or removed (% on log.events)', tg_op USING ERRCODE = 'restrict_violation';
  END $body$;
  CREATE TRIGGER events_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON log.events
    FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();
`;

const IDENTITY = `
  CREATE TABLE log.identity (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    id       uuid NOT NULL DEFAULT gen_random_uuid()
  );
  COMMENT ON TABLE log.identity IS 'identifies the content of the log; changes when a backup is restored into it';
  INSERT INTO log.identity DEFAULT VALUES;
`;

/**
 * Executes several appends, at most one per stream, and returns the outcome of each in order: 'appended', 'repeated' (all
 * events are already stored after the expected one) or 'conflict' (with the last revision of the stream, -1 for none).
 * `head_before` is the id of the event that was the last of the log before the call.
 *
 * Texts are passed as lines, one per append or event: JSON from JavaScript has no line breaks, and neither have names.
 * `expected` is a revision, -1 for no stream, -2 for any; `expected_ids` holds the id of the event at that revision, or
 * NULL if none is expected. A repeat under -2 is searched among the last 1,000 events of the stream.
 */
const APPEND = `
  CREATE FUNCTION log.append(
    streams text, expected bigint[], expected_ids uuid[], counts int[], ids uuid[], types text, data text, metadata text
  ) RETURNS TABLE (outcome text, last_revision bigint, last_position bigint, head_before uuid)
  LANGUAGE plpgsql
  SET enable_seqscan = off
  SET lock_timeout = '5s'
  AS $body$
  DECLARE
    stream_names text[] := string_to_array(streams, E'\\n');
    type_names text[] := string_to_array(types, E'\\n');
    datas text[] := string_to_array(data, E'\\n');
    metadatas text[] := string_to_array(metadata, E'\\n');
    head bigint;
    first int := 1;
    repeat_at bigint;
    target record;
    chain bytea;
    new_positions bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(ids)]);
    new_streams text[] := array_fill(NULL::text, ARRAY[cardinality(ids)]);
    new_revisions bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(ids)]);
    new_hashes bytea[] := array_fill(NULL::bytea, ARRAY[cardinality(ids)]);
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'log.append needs a read committed transaction: it must see what was committed before its lock';
    END IF;
    PERFORM pg_advisory_xact_lock(7236412890);
    SELECT e.position, e.id INTO head, head_before FROM log.events e ORDER BY e.position DESC LIMIT 1;
    head := coalesce(head, 0);

    FOR target IN
      SELECT wanted.stream, wanted.expected, wanted.expected_id, wanted.count,
        coalesce(tail.revision, -1) AS revision, tail.id, tail.hash
      FROM unnest(stream_names, expected, expected_ids, counts) WITH ORDINALITY
        AS wanted (stream, expected, expected_id, count, n)
      LEFT JOIN LATERAL (
        SELECT e.revision, e.id, e.hash FROM log.events e
        WHERE e.stream = wanted.stream ORDER BY e.revision DESC LIMIT 1
      ) tail ON true
      ORDER BY wanted.n
    LOOP
      repeat_at := NULL;
      IF target.expected = -2 THEN
        SELECT e.revision INTO repeat_at FROM log.events e
        WHERE e.stream = target.stream AND e.revision > target.revision - 1000 AND e.id = ids[first]
        ORDER BY e.revision DESC LIMIT 1;
      ELSIF target.expected <> target.revision OR target.expected_id <> target.id THEN
        repeat_at := target.expected + 1;
      END IF;

      IF repeat_at IS NULL THEN
        chain := coalesce(target.hash, '');
        last_revision := target.revision;
        FOR i IN first .. first + target.count - 1 LOOP
          head := head + 1;
          last_revision := last_revision + 1;
          chain := sha256(chain || convert_to(concat_ws(E'\\n',
            target.stream, last_revision, head, ids[i], type_names[i], datas[i], metadatas[i]), 'UTF8'));
          new_positions[i] := head;
          new_streams[i] := target.stream;
          new_revisions[i] := last_revision;
          new_hashes[i] := chain;
        END LOOP;
        outcome := 'appended';
        last_position := head;
      ELSE
        SELECT max(e.revision), max(e.position) INTO last_revision, last_position
        FROM log.events e
        WHERE e.stream = target.stream AND e.revision >= repeat_at AND e.revision < repeat_at + target.count
          AND e.id = ids[first + (e.revision - repeat_at)::int]
          AND (target.expected_id IS NULL OR EXISTS (
            SELECT FROM log.events p
            WHERE p.stream = target.stream AND p.revision = target.expected AND p.id = target.expected_id))
        HAVING count(*) = target.count;
        outcome := 'repeated';
        IF last_revision IS NULL THEN
          outcome := 'conflict';
          last_revision := target.revision;
        END IF;
      END IF;
      first := first + target.count;
      RETURN NEXT;
    END LOOP;

    INSERT INTO log.events (position, stream, revision, id, type, data, metadata, hash)
    SELECT u.position, u.stream, u.revision, u.id, u.type, u.data::json, u.metadata::json, u.hash
    FROM unnest(new_positions, new_streams, new_revisions, ids, type_names, datas, metadatas, new_hashes)
      AS u (position, stream, revision, id, type, data, metadata, hash)
    WHERE u.position IS NOT NULL;
  END $body$;
`;

/** Overload for writers that do not pass the id of the expected last event. */
const APPEND_WITHOUT_IDS = `
  CREATE FUNCTION log.append(
    streams text, expected bigint[], counts int[], ids uuid[], types text, data text, metadata text
  ) RETURNS TABLE (outcome text, last_revision bigint, last_position bigint)
  LANGUAGE sql
  BEGIN ATOMIC
    SELECT a.outcome, a.last_revision, a.last_position FROM log.append(
      streams, expected, array_fill(NULL::uuid, ARRAY[cardinality(expected)]), counts, ids, types, data, metadata) a;
  END;
`;
