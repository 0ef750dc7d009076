import type { Knex } from 'knex';

/**
 * Read models stand in `read`; `rebuild` holds the tables of a rebuild under way under the same names, until they are
 * swapped. `engine` knows how far each projection has come and who runs it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE SCHEMA read; CREATE SCHEMA rebuild; CREATE SCHEMA engine;');
  await knex.raw(ENGINE);
  await knex.raw(PROFILES);
  await knex.raw(POSTS);
  await knex.raw(FOLLOWS);
}

const ENGINE = `
  CREATE TABLE engine.checkpoints (
    projection     text PRIMARY KEY,
    position       bigint NOT NULL DEFAULT 0,
    epoch          bigint NOT NULL DEFAULT 0,
    holder         uuid,
    expires_at     timestamptz,
    moved_at       timestamptz NOT NULL DEFAULT now(),
    rate           real NOT NULL DEFAULT 0,
    error          text,
    error_position bigint,
    error_event    text,
    failing_since  timestamptz
  ) WITH (fillfactor = 50);
  COMMENT ON COLUMN engine.checkpoints.epoch IS
    'rises whenever the lease changes hands; who writes under an older one is refused';
  COMMENT ON COLUMN engine.checkpoints.expires_at IS
    'renewed by every batch: one that is at work all the time holds its row, where renewals from beside pass it over';
  COMMENT ON COLUMN engine.checkpoints.rate IS 'events per second, over the last seconds before moved_at';

  CREATE FUNCTION engine.move_checkpoint(name text, held_epoch bigint, from_position bigint, to_position bigint,
    events_per_second real) RETURNS void LANGUAGE plpgsql AS $body$
  BEGIN
    UPDATE engine.checkpoints
    SET position = to_position, moved_at = now(), rate = events_per_second,
        expires_at = greatest(expires_at, now() + interval '4 seconds'),
        error = NULL, error_position = NULL, error_event = NULL, failing_since = NULL
    WHERE projection = name AND epoch = held_epoch AND position = from_position;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'another worker has taken over projection %', name USING ERRCODE = 'KI001';
    END IF;
  END $body$;

  CREATE TABLE engine.rebuilds (
    projection text PRIMARY KEY,
    version    text NOT NULL,
    position   bigint NOT NULL,
    phase      text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now()
  );
`;

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
    'the nickname without regard to case; uniqueness is kept where names are reserved, not here';
  COMMENT ON COLUMN read.profiles.closed IS 'INACTIVE or BANNED, null while the account is open';
  CREATE INDEX profiles_nickname ON read.profiles (nickname_key);
  CREATE INDEX profiles_out_of_sight ON read.profiles (state, id DESC) WHERE state <> 'ACTIVE';
`;

const POSTS = `
  CREATE TABLE read.posts (
    id           uuid PRIMARY KEY,
    author_id    uuid NOT NULL,
    text         text NOT NULL,
    parent_id    uuid,
    published_at timestamptz NOT NULL,
    comments     integer NOT NULL,
    likes        integer NOT NULL,
    views        bigint NOT NULL,
    rank         bigint NOT NULL GENERATED ALWAYS AS (
      (extract(epoch FROM published_at AT TIME ZONE 'UTC') * 1000)::bigint
      + (45000000 * log(greatest(1 + likes + 2 * comments, 1)::double precision))::bigint) STORED
  ) WITH (fillfactor = 85);
  COMMENT ON COLUMN read.posts.rank IS
    'when it was published, in milliseconds, and 12.5 hours later for each tenfold of likes and comments';
  CREATE INDEX posts_for_you ON read.posts (rank, id) WHERE parent_id IS NULL;
  CREATE INDEX posts_newest ON read.posts (id) INCLUDE (author_id) WHERE parent_id IS NULL;
  CREATE INDEX posts_of_author ON read.posts (author_id, id) WHERE parent_id IS NULL;
  CREATE INDEX posts_replies ON read.posts (parent_id, id) WHERE parent_id IS NOT NULL;

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
