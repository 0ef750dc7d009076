import type { Knex } from 'knex';

/** Read models of staff actions and of reports. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(STAFF_ACTIONS);
  await knex.raw(REPORTS);
}

const STAFF_ACTIONS = `
  CREATE TABLE read.staff_actions (
    position    bigint PRIMARY KEY,
    id          uuid NOT NULL,
    action      text NOT NULL,
    actor_kind  text NOT NULL,
    actor_id    text NOT NULL,
    target_kind text NOT NULL,
    target_id   uuid NOT NULL,
    reason      text,
    occurred_at timestamptz NOT NULL
  );
`;

const REPORTS = `
  CREATE TABLE read.reports (
    id          uuid PRIMARY KEY,
    case_id     uuid NOT NULL,
    position    bigint NOT NULL,
    reporter_id uuid NOT NULL,
    category    text NOT NULL,
    text        text NOT NULL,
    reported_at timestamptz NOT NULL
  );
  CREATE INDEX reports_of_case ON read.reports (case_id, position);
  CREATE INDEX reports_of_reporter ON read.reports (reporter_id);

  CREATE TABLE read.report_cases (
    id            uuid PRIMARY KEY,
    subject_kind  text NOT NULL,
    subject_id    uuid NOT NULL,
    owner_id      uuid NOT NULL,
    status        text NOT NULL,
    last_position bigint NOT NULL,
    spam          integer NOT NULL,
    abuse         integer NOT NULL,
    fraud         integer NOT NULL,
    cruelty       integer NOT NULL,
    other         integer NOT NULL,
    decided_by    uuid,
    decided_at    timestamptz,
    reason        text
  ) WITH (fillfactor = 85);
  COMMENT ON TABLE read.report_cases IS
    'reports of one subject that were open at the same time, with a count per category';
  COMMENT ON COLUMN read.report_cases.last_position IS 'position of its last report or of the decision';
  CREATE INDEX report_cases_newest ON read.report_cases (status, last_position);
`;
