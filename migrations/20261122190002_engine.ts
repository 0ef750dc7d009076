import type { Knex } from 'knex';

/**
 * Schemas of the read models (`read`, and `rebuild` for the tables of a running rebuild) and the state of the projection
 * engine: checkpoints, leases, rebuilds, the health of worker parts, and the check of the journal.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE SCHEMA read; CREATE SCHEMA rebuild; CREATE SCHEMA engine;');
  await knex.raw(CHECKPOINTS);
  await knex.raw(MOVE_CHECKPOINT);
  await knex.raw(PARTS);
  await knex.raw(JOURNAL_CHECK);
}

const CHECKPOINTS = `
  CREATE TABLE engine.checkpoints (
    projection      text PRIMARY KEY,
    position        bigint NOT NULL DEFAULT 0,
    epoch           bigint NOT NULL DEFAULT 0,
    holder          uuid,
    expires_at      timestamptz,
    moved_at        timestamptz NOT NULL DEFAULT now(),
    rate            real NOT NULL DEFAULT 0,
    error           text,
    error_position  bigint,
    error_event     text,
    failing_since   timestamptz,
    event_id        uuid,
    version         integer,
    event_types     text[],
    columns         text[],
    code            text,
    replay_needed   boolean NOT NULL DEFAULT false,
    refused_version integer,
    refused_at      timestamptz
  ) WITH (fillfactor = 50);
  COMMENT ON COLUMN engine.checkpoints.epoch IS
    'fencing token: rises when the lease changes hands; writes under an older one are refused';
  COMMENT ON COLUMN engine.checkpoints.expires_at IS
    'renewed by every batch, since a busy projection locks its row and separate renewals skip it';
  COMMENT ON COLUMN engine.checkpoints.rate IS 'events per second, shortly before moved_at';

  CREATE TABLE engine.rebuilds (
    projection text PRIMARY KEY,
    version    text NOT NULL,
    position   bigint NOT NULL,
    phase      text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    event_id   uuid
  );
  COMMENT ON COLUMN engine.checkpoints.event_id IS 'id of the event at the position; null at the start of the log';
  COMMENT ON COLUMN engine.checkpoints.version IS 'version of the newest code that has moved the checkpoint';
  COMMENT ON COLUMN engine.checkpoints.columns IS 'columns that this code writes: table, column and type';
  COMMENT ON COLUMN engine.checkpoints.code IS
      'hash of version, event types and columns: only workers with the same code get the lease';
  COMMENT ON COLUMN engine.checkpoints.replay_needed IS 'some of the rows were projected by an older version';
  COMMENT ON COLUMN engine.checkpoints.refused_version IS 'version of the last worker that was refused for being older';
  COMMENT ON COLUMN engine.rebuilds.event_id IS 'id of the event at the position';
`;

/**
 * Overload without an event id for workers that do not store it. It moves only checkpoints whose code is
 * null.
 */
const MOVE_CHECKPOINT = `
  CREATE FUNCTION engine.move_checkpoint(name text, held_epoch bigint, from_position bigint, to_position bigint,
    to_event uuid, events_per_second real) RETURNS void LANGUAGE plpgsql AS $body$
  BEGIN
    UPDATE engine.checkpoints
    SET position = to_position, event_id = to_event, moved_at = now(), rate = events_per_second,
        expires_at = greatest(expires_at, now() + interval '4 seconds'),
        error = NULL, error_position = NULL, error_event = NULL, failing_since = NULL
    WHERE projection = name AND epoch = held_epoch AND position = from_position;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'another worker has taken over projection %', name USING ERRCODE = 'KI001';
    END IF;
  END $body$;

  CREATE FUNCTION engine.move_checkpoint(name text, held_epoch bigint, from_position bigint,
    to_position bigint, events_per_second real) RETURNS void LANGUAGE plpgsql AS $body$
  BEGIN
    UPDATE engine.checkpoints
    SET position = to_position, event_id = NULL, moved_at = now(), rate = events_per_second,
        expires_at = greatest(expires_at, now() + interval '4 seconds'),
        error = NULL, error_position = NULL, error_event = NULL, failing_since = NULL
    WHERE projection = name AND epoch = held_epoch AND position = from_position AND code IS NULL;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'another worker has taken over projection %', name USING ERRCODE = 'KI001';
    END IF;
  END $body$;
`;

const PARTS = `
  CREATE TABLE engine.parts (
    name          text COLLATE "C" PRIMARY KEY,
    seen_at       timestamptz NOT NULL,
    complaint     text,
    complained_at timestamptz,
    recovered_at  timestamptz
  );
`;

const JOURNAL_CHECK = `
  CREATE TABLE engine.journal_check (
    one     boolean PRIMARY KEY DEFAULT true CHECK (one),
    checked bigint NOT NULL DEFAULT 0,
    again   bigint NOT NULL DEFAULT 0,
    tables  text NOT NULL DEFAULT ''
  );
  INSERT INTO engine.journal_check DEFAULT VALUES;
  COMMENT ON COLUMN engine.journal_check.checked IS 'position up to which every entry has been checked';
  COMMENT ON COLUMN engine.journal_check.again IS 'position of the current recheck';
  COMMENT ON COLUMN engine.journal_check.tables IS 'files of the checked tables: a rebuild replaces them';

  CREATE TABLE engine.unbalanced_entries (
    position bigint PRIMARY KEY,
    found_at timestamptz NOT NULL DEFAULT now()
  );
`;
