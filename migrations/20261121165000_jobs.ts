import type { Knex } from 'knex';

/** Jobs, where there is no Redis to keep them. One that is being done is due again when its lease ends. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA jobs;
    CREATE TABLE jobs.jobs (
      name           text COLLATE "C" NOT NULL,
      id             text COLLATE "C" NOT NULL,
      data           jsonb NOT NULL,
      scheduled      boolean NOT NULL,
      due_at         timestamptz NOT NULL,
      attempt        integer NOT NULL DEFAULT 0,
      attempts       integer NOT NULL,
      first_retry_ms bigint NOT NULL,
      traceparent    text,
      ended_at       timestamptz,
      PRIMARY KEY (name, id)
    );
    CREATE INDEX jobs_due_at ON jobs.jobs (due_at) WHERE ended_at IS NULL;
    CREATE INDEX jobs_ended_at ON jobs.jobs (ended_at) WHERE ended_at IS NOT NULL;
    COMMENT ON COLUMN jobs.jobs.attempt IS 'how often it was begun; whoever is at an earlier one has lost it';
    COMMENT ON COLUMN jobs.jobs.ended_at IS 'when it was done or given up; null before';
  `);
}
