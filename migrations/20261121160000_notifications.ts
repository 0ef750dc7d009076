import type { Knex } from 'knex';

/** Read models of notifications. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE read.notifications (
      account_id  uuid NOT NULL,
      kind        text NOT NULL,
      subject_id  uuid NOT NULL,
      source_id   uuid NOT NULL,
      actor_id    uuid,
      amount      bigint,
      day         integer NOT NULL,
      position    bigint NOT NULL,
      event_id    uuid NOT NULL,
      occurred_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, kind, subject_id, source_id)
    );
    COMMENT ON COLUMN read.notifications.account_id IS 'who is told';
    COMMENT ON COLUMN read.notifications.source_id IS 'what is told of once: who likes, follows or writes; a comment; a donation';
    COMMENT ON COLUMN read.notifications.day IS 'in UTC, counted from 1970; notifications of a day about one subject are shown as one';
    CREATE INDEX notifications_of_group ON read.notifications (account_id, kind, subject_id, day, position);

    CREATE TABLE read.notification_groups (
      account_id    uuid NOT NULL,
      kind          text NOT NULL,
      subject_id    uuid NOT NULL,
      day           integer NOT NULL,
      last_position bigint NOT NULL,
      PRIMARY KEY (account_id, kind, subject_id, day)
    ) WITH (fillfactor = 85);
    COMMENT ON TABLE read.notification_groups IS 'what is shown as one; without a row left to show it stays, and does not show';
    CREATE INDEX notification_groups_newest ON read.notification_groups (account_id, last_position);

    CREATE TABLE read.campaign_news (
      crowdfunding_id uuid NOT NULL,
      kind            text NOT NULL,
      audience        text NOT NULL,
      actor_id        text NOT NULL,
      position        bigint NOT NULL,
      event_id        uuid NOT NULL,
      occurred_at     timestamptz NOT NULL,
      PRIMARY KEY (crowdfunding_id, kind)
    );
    COMMENT ON TABLE read.campaign_news IS 'what all of a campaign''s audience is told of by one row, however many they are';
    COMMENT ON COLUMN read.campaign_news.audience IS 'CREATOR, DONOR or ALL';

    CREATE TABLE read.campaign_audience (
      account_id      uuid NOT NULL,
      crowdfunding_id uuid NOT NULL,
      role            text NOT NULL,
      PRIMARY KEY (account_id, crowdfunding_id)
    );

    CREATE TABLE read.notification_reads (
      account_id uuid PRIMARY KEY,
      read_until bigint NOT NULL
    );
    COMMENT ON COLUMN read.notification_reads.read_until IS 'position in the log: what stands behind it is unread';

    CREATE TABLE read.notification_mutes (
      account_id uuid NOT NULL,
      kind       text NOT NULL,
      PRIMARY KEY (account_id, kind)
    );
  `);
}
