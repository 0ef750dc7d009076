import type { Knex } from 'knex';

/** Read models of conversations and notifications. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(CONVERSATIONS);
  await knex.raw(NOTIFICATIONS);
}

const CONVERSATIONS = `
  CREATE TABLE read.messages (
    conversation_id uuid NOT NULL,
    position        bigint NOT NULL,
    id              uuid NOT NULL,
    author_id       uuid NOT NULL,
    content         text NOT NULL,
    sent_at         timestamptz NOT NULL,
    PRIMARY KEY (conversation_id, position)
  );
  COMMENT ON COLUMN read.messages.position IS 'position of the event, which orders the messages';
  CREATE INDEX messages_by_id ON read.messages (id);

  CREATE TABLE read.conversations (
    account_id      uuid NOT NULL,
    conversation_id uuid NOT NULL,
    other_id        uuid NOT NULL,
    last_position   bigint NOT NULL,
    unread          integer NOT NULL,
    PRIMARY KEY (account_id, conversation_id)
  ) WITH (fillfactor = 85);
  COMMENT ON TABLE read.conversations IS 'one row per member of a conversation that has a message';
  CREATE INDEX conversations_newest ON read.conversations (account_id, last_position);
  CREATE INDEX conversations_with ON read.conversations (account_id, other_id);
`;

const NOTIFICATIONS = `
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
    reason      text,
    days_left   integer,
    PRIMARY KEY (account_id, kind, subject_id, source_id)
  );
  COMMENT ON COLUMN read.notifications.account_id IS 'recipient';
  COMMENT ON COLUMN read.notifications.source_id IS 'deduplicates: the account that likes, follows or writes; the comment; the donation';
  COMMENT ON COLUMN read.notifications.day IS 'days since 1970 in UTC; notifications of one day about one subject are shown as one';
  CREATE INDEX notifications_of_group ON read.notifications (account_id, kind, subject_id, day, position);

  CREATE TABLE read.notification_groups (
    account_id    uuid NOT NULL,
    kind          text NOT NULL,
    subject_id    uuid NOT NULL,
    day           integer NOT NULL,
    last_position bigint NOT NULL,
    PRIMARY KEY (account_id, kind, subject_id, day)
  ) WITH (fillfactor = 85);
  COMMENT ON TABLE read.notification_groups IS 'notifications shown as one; a group without visible rows remains and is not shown';
  CREATE INDEX notification_groups_newest ON read.notification_groups (account_id, last_position);

  CREATE TABLE read.campaign_news (
    crowdfunding_id uuid NOT NULL,
    kind            text NOT NULL,
    audience        text NOT NULL,
    actor_id        text NOT NULL,
    position        bigint NOT NULL,
    event_id        uuid NOT NULL,
    occurred_at     timestamptz NOT NULL,
    reason          text,
    PRIMARY KEY (crowdfunding_id, kind)
  );
  COMMENT ON TABLE read.campaign_news IS 'one row notifies the whole audience of a crowdfunding';
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
  COMMENT ON COLUMN read.notification_reads.read_until IS 'position in the log: later notifications are unread';

  CREATE TABLE read.notification_mutes (
    account_id uuid NOT NULL,
    kind       text NOT NULL,
    PRIMARY KEY (account_id, kind)
  );
  COMMENT ON COLUMN read.notifications.days_left IS 'days until the crowdfunding is refunded automatically';
`;
