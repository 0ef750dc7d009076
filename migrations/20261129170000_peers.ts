import type { Knex } from 'knex';

/** Processes that answer requests or end sessions. A process that is the only one can cache sessions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE engine.peers (
      id      uuid PRIMARY KEY,
      seen_at timestamptz NOT NULL
    );
    COMMENT ON TABLE engine.peers IS
      'running processes that answer requests or end sessions; one that was not seen for 10 seconds is ignored';

    CREATE FUNCTION engine.register_peer(peer uuid) RETURNS text LANGUAGE plpgsql AS $body$
    BEGIN
      -- Of two new peers, the second must see the first.
      PERFORM pg_advisory_xact_lock(hashtextextended('peers', 0));
      DELETE FROM engine.peers WHERE id <> peer AND seen_at < clock_timestamp() - interval '10 seconds';
      INSERT INTO engine.peers VALUES (peer, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at;
      IF EXISTS (SELECT FROM engine.peers WHERE id <> peer) THEN RETURN NULL; END IF;
      -- Read after the peers: one of them may have written before it unregistered.
      RETURN (SELECT coalesce(string_agg(projection || ' ' || position || ' ' || epoch, ','), '') FROM engine.checkpoints);
    END $body$;
    COMMENT ON FUNCTION engine.register_peer IS
      'registers a process or renews its registration; returns the checkpoints if it is the only one, else null';
  `);
}
