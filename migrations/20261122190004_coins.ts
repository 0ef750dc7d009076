import type { Knex } from 'knex';

/**
 * Read models of wallets, crowdfundings, the journal and settlement, and the hash chain of each crowdfunding's coins,
 * which is derived from the journal.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(WALLETS);
  await knex.raw(CROWDFUNDINGS);
  await knex.raw(JOURNAL);
  await knex.raw(SETTLEMENT);
  await knex.raw(TRAIL);
}

const WALLETS = `
  CREATE TABLE read.wallets (
    account_id uuid PRIMARY KEY,
    balance    bigint NOT NULL,
    owed       bigint NOT NULL
  ) WITH (fillfactor = 85);
  CREATE INDEX wallets_owing ON read.wallets (owed) WHERE owed > 0;

  CREATE TABLE read.transactions (
    account_id      uuid NOT NULL,
    position        bigint NOT NULL,
    id              uuid NOT NULL,
    type            text NOT NULL,
    direction       text NOT NULL,
    amount          bigint NOT NULL,
    delta           bigint NOT NULL,
    crowdfunding_id uuid,
    occurred_at     timestamptz NOT NULL,
    PRIMARY KEY (account_id, position) INCLUDE (delta)
  );
  COMMENT ON COLUMN read.transactions.delta IS
    'change of the balance; less than the amount if part of it settled a debt';

  CREATE TABLE read.adjustments (
    id          uuid PRIMARY KEY,
    account_id  uuid NOT NULL,
    kind        text NOT NULL,
    amount      bigint NOT NULL,
    status      text NOT NULL,
    proposed_by uuid NOT NULL,
    decided_by  uuid,
    reason      text,
    proposed_at timestamptz NOT NULL,
    decided_at  timestamptz,
    payment_id  text
  );
  CREATE INDEX adjustments_by_status ON read.adjustments (status, id);
  COMMENT ON COLUMN read.adjustments.payment_id IS 'payment in suspense to identify';
  CREATE INDEX adjustments_open_payments ON read.adjustments (payment_id)
    WHERE payment_id IS NOT NULL AND status = 'OPEN';
`;

const CROWDFUNDINGS = `
  CREATE TABLE read.crowdfundings (
    id            uuid PRIMARY KEY,
    creator_id    uuid NOT NULL,
    title         text NOT NULL,
    description   text NOT NULL,
    goal_amount   bigint NOT NULL,
    duration_days integer NOT NULL,
    image_hash    text NOT NULL,
    status        text NOT NULL,
    created_at    timestamptz NOT NULL,
    start_date    timestamptz,
    end_date      timestamptz,
    started       bigint,
    donated       bigint NOT NULL,
    donations     integer NOT NULL,
    refunded      bigint NOT NULL,
    refunds       integer NOT NULL,
    released      bigint NOT NULL
  ) WITH (fillfactor = 85);
  COMMENT ON COLUMN read.crowdfundings.started IS 'position of its approval event';
  CREATE INDEX crowdfundings_active ON read.crowdfundings (started) WHERE status = 'ACTIVE';
  CREATE INDEX crowdfundings_pending ON read.crowdfundings (id) WHERE status = 'PENDING';
  CREATE INDEX crowdfundings_of_creator ON read.crowdfundings (creator_id, id);

  CREATE TABLE read.donations (
    id              uuid PRIMARY KEY,
    crowdfunding_id uuid NOT NULL,
    donor_id        uuid NOT NULL,
    amount          bigint NOT NULL,
    position        bigint NOT NULL,
    made_at         timestamptz NOT NULL,
    refund_id       uuid,
    refund_reason   text,
    refunded_at     timestamptz
  ) WITH (fillfactor = 85);
  CREATE INDEX donations_of_crowdfunding ON read.donations (crowdfunding_id, position);
  CREATE INDEX donations_made ON read.donations (made_at) INCLUDE (amount);

  CREATE TABLE read.crowdfunding_cancellations (
    account_id     uuid PRIMARY KEY,
    event_id       uuid NOT NULL,
    correlation_id uuid NOT NULL,
    actor_kind     text NOT NULL,
    actor_id       text NOT NULL,
    reason         text,
    created_before timestamptz
  );
  COMMENT ON COLUMN read.crowdfunding_cancellations.created_before IS
    'when the account was reactivated; crowdfundings created later are not cancelled';
`;

const JOURNAL = `
  CREATE TABLE read.journal_entries (
    position        bigint PRIMARY KEY,
    id              uuid NOT NULL,
    type            text NOT NULL,
    occurred_at     timestamptz NOT NULL,
    event_id        uuid NOT NULL,
    stream          text NOT NULL,
    correlation_id  uuid NOT NULL,
    actor_kind      text NOT NULL,
    actor_id        text NOT NULL,
    reason          text,
    reverses        uuid,
    account_id      uuid,
    crowdfunding_id uuid,
    donation_id     uuid,
    payment_id      text
  );
  COMMENT ON TABLE read.journal_entries IS
    'keyed by position, not id, so that an entry booked twice shows twice';
  CREATE INDEX journal_entries_by_type ON read.journal_entries (type, position);
  CREATE INDEX journal_entries_by_time ON read.journal_entries (occurred_at, position);
  CREATE INDEX journal_entries_of_account ON read.journal_entries (account_id, position);
  CREATE INDEX journal_entries_of_crowdfunding ON read.journal_entries (crowdfunding_id, position);

  CREATE INDEX journal_entries_of_payment ON read.journal_entries (payment_id) WHERE payment_id IS NOT NULL;

  CREATE TABLE read.journal_postings (
    position bigint NOT NULL,
    line     integer NOT NULL,
    account  text COLLATE "C" NOT NULL,
    debit    bigint NOT NULL,
    credit   bigint NOT NULL,
    PRIMARY KEY (position, line)
  );
  CREATE INDEX journal_postings_of_account ON read.journal_postings (account, position) INCLUDE (debit, credit);
`;

const SETTLEMENT = `
  CREATE TABLE read.settlement_campaigns (
    id        uuid PRIMARY KEY,
    creator   uuid NOT NULL,
    outcome   text NOT NULL,
    reason    text,
    decided   bigint,
    ended     timestamptz,
    expires   timestamptz,
    donated   bigint NOT NULL,
    donations integer NOT NULL,
    refunded  bigint NOT NULL,
    refunds   integer NOT NULL,
    released  bigint NOT NULL,
    notice    timestamptz
  ) WITH (fillfactor = 85);
  CREATE INDEX settlement_campaigns_due ON read.settlement_campaigns (decided)
    WHERE outcome <> 'OPEN' AND donated - refunded - released > 0;
  CREATE INDEX settlement_campaigns_expiring ON read.settlement_campaigns (expires) WHERE outcome = 'OPEN';

  CREATE INDEX settlement_campaigns_notices ON read.settlement_campaigns (notice, id)
    WHERE outcome = 'OPEN' AND notice IS NOT NULL;
  COMMENT ON COLUMN read.settlement_campaigns.notice IS
    'when the next expiry notice to the creator is due; null if none is left';

  CREATE TABLE read.settlement_donations (
    id           uuid PRIMARY KEY,
    crowdfunding uuid NOT NULL,
    donor        uuid NOT NULL,
    amount       bigint NOT NULL,
    position     bigint NOT NULL,
    made         timestamptz NOT NULL
  );
  CREATE INDEX settlement_donations_held ON read.settlement_donations (crowdfunding, position) INCLUDE (amount);
`;

const TRAIL = `
  CREATE SCHEMA trail;
  CREATE TABLE trail.links (
    crowdfunding_id uuid NOT NULL,
    sequence        integer NOT NULL,
    position        bigint NOT NULL,
    kind            text NOT NULL,
    id              uuid NOT NULL,
    donation_id     uuid,
    account_id      uuid NOT NULL,
    occurred_at     timestamptz NOT NULL,
    amount          bigint NOT NULL,
    total           bigint NOT NULL,
    hash            bytea NOT NULL,
    PRIMARY KEY (crowdfunding_id, sequence)
  );
  COMMENT ON COLUMN trail.links.account_id IS 'donor or creator; shown, but not hashed';

  CREATE INDEX links_by_position ON trail.links (position);

  CREATE TABLE trail.progress (
    one      boolean PRIMARY KEY DEFAULT true CHECK (one),
    position bigint NOT NULL,
    tables   text NOT NULL DEFAULT ''
  );
  INSERT INTO trail.progress (position, tables) VALUES (0,
    pg_relation_filenode('read.journal_entries') || ' ' || pg_relation_filenode('read.journal_postings'));
  COMMENT ON COLUMN trail.progress.tables IS 'files of the chained tables: a rebuild of the journal replaces them';
`;
