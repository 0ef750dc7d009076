import type { Knex } from 'knex';

/** Read models of profiles, posts, follows, blocks and mutes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(PROFILES);
  await knex.raw(POSTS);
  await knex.raw(FOLLOWS);
  await knex.raw(HIDDEN);
}

const PROFILES = `
  CREATE TABLE read.profiles (
    id            uuid PRIMARY KEY,
    nickname      text NOT NULL,
    nickname_key  text COLLATE "C" NOT NULL,
    profile_name  text NOT NULL,
    role          text NOT NULL,
    category      text,
    approved      boolean NOT NULL,
    closed        text,
    state         text NOT NULL GENERATED ALWAYS AS
      (CASE WHEN closed IS NOT NULL THEN closed WHEN approved THEN 'ACTIVE' ELSE 'NOT_APPROVED' END) STORED,
    registered_at timestamptz NOT NULL
  );
  COMMENT ON COLUMN read.profiles.nickname_key IS
    'the nickname, case-folded; private.names enforces uniqueness';
  COMMENT ON COLUMN read.profiles.closed IS 'INACTIVE or BANNED, null while the account is open';
  CREATE INDEX profiles_nickname ON read.profiles (nickname_key);
  CREATE INDEX profiles_out_of_sight ON read.profiles (state, id DESC) WHERE state <> 'ACTIVE';
  CREATE INDEX profiles_registered ON read.profiles (registered_at);
  CREATE INDEX profiles_organizations ON read.profiles (id) WHERE category IS NOT NULL AND state = 'ACTIVE';
  CREATE INDEX profiles_unlisted ON read.profiles (id) INCLUDE (nickname) WHERE state <> 'ACTIVE';
`;

const POSTS = `
  CREATE TABLE read.posts (
    id                uuid PRIMARY KEY,
    author_id         uuid NOT NULL,
    text              text NOT NULL,
    parent_id         uuid,
    published_at      timestamptz NOT NULL,
    comments          integer NOT NULL,
    likes             integer NOT NULL,
    views             bigint NOT NULL,
    rank              bigint NOT NULL GENERATED ALWAYS AS (
      (extract(epoch FROM published_at AT TIME ZONE 'UTC') * 1000)::bigint
      + (45000000 * log(greatest(1 + likes + 2 * comments, 1)::double precision))::bigint) STORED,
    taken_down_at     timestamptz,
    taken_down_reason text
  ) WITH (fillfactor = 85);
  COMMENT ON COLUMN read.posts.rank IS
    'publication time in ms, plus 12.5 hours for each factor of ten in likes and comments';
  CREATE INDEX posts_for_you ON read.posts (rank, id) WHERE parent_id IS NULL;
  CREATE INDEX posts_newest ON read.posts (id) INCLUDE (author_id) WHERE parent_id IS NULL;
  CREATE INDEX posts_of_author ON read.posts (author_id, id) INCLUDE (taken_down_at) WHERE parent_id IS NULL;
  CREATE INDEX posts_replies ON read.posts (parent_id, id) WHERE parent_id IS NOT NULL;

  CREATE INDEX posts_replies_by_author ON read.posts (parent_id, author_id) WHERE parent_id IS NOT NULL;
  CREATE INDEX posts_taken_down_replies ON read.posts (parent_id, author_id)
    WHERE parent_id IS NOT NULL AND taken_down_at IS NOT NULL;
  CREATE INDEX posts_published ON read.posts (published_at);
  COMMENT ON COLUMN read.posts.taken_down_at IS 'when staff took it down: only its author and staff see it since';

  CREATE TABLE read.post_likes (
    post_id    uuid NOT NULL,
    account_id uuid NOT NULL,
    PRIMARY KEY (post_id, account_id)
  );
`;

const FOLLOWS = `
  CREATE TABLE read.follows (
    follower_id uuid NOT NULL,
    followee_id uuid NOT NULL,
    since       bigint NOT NULL,
    PRIMARY KEY (follower_id, followee_id)
  );
  COMMENT ON COLUMN read.follows.since IS 'position of the event in the log';
  CREATE INDEX follows_followers ON read.follows (followee_id, since);
  CREATE INDEX follows_following ON read.follows (follower_id, since);

  CREATE TABLE read.follow_counts (
    account_id   uuid PRIMARY KEY,
    organization boolean NOT NULL,
    followers    integer NOT NULL,
    following    integer NOT NULL
  ) WITH (fillfactor = 85);
  CREATE INDEX follow_counts_popular ON read.follow_counts (organization, followers, account_id);
`;

const HIDDEN = `
  CREATE TABLE read.blocks (
    blocker_id uuid NOT NULL,
    blocked_id uuid NOT NULL,
    since      bigint NOT NULL,
    PRIMARY KEY (blocker_id, blocked_id)
  );
  COMMENT ON COLUMN read.blocks.since IS 'position of the event in the log';
  CREATE INDEX blocks_of_blocked ON read.blocks (blocked_id, blocker_id);

  CREATE TABLE read.mutes (
    muter_id uuid NOT NULL,
    muted_id uuid NOT NULL,
    since    bigint NOT NULL,
    PRIMARY KEY (muter_id, muted_id)
  );
  COMMENT ON COLUMN read.mutes.since IS 'position of the event in the log';
`;
