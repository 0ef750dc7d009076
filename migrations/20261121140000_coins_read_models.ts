import type { Knex } from 'knex';

/** Read models of coins: wallets and their movements, campaigns and their donations, the journal, the settlement. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(WALLETS);
  await knex.raw(CROWDFUNDINGS);
  await knex.raw(JOURNAL);
  await knex.raw(SETTLEMENT);
}

const WALLETS = `
  CREATE TABLE read.wallets (
    account_id uuid PRIMARY KEY,
    balance    bigint NOT NULL,
    owed       bigint NOT NULL
  ) WITH (fillfactor = 85);

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
    'by how much the wallet rose; less than the amount where part of it settled what was owed';

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
    decided_at  timestamptz
  );
  CREATE INDEX adjustments_by_status ON read.adjustments (status, id);
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
  COMMENT ON COLUMN read.crowdfundings.started IS 'position of its approval in the log';
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
    'keyed by position and not by id, so that an entry that was booked twice shows twice';
  CREATE INDEX journal_entries_by_type ON read.journal_entries (type, position);
  CREATE INDEX journal_entries_by_time ON read.journal_entries (occurred_at, position);
  CREATE INDEX journal_entries_of_account ON read.journal_entries (account_id, position);
  CREATE INDEX journal_entries_of_crowdfunding ON read.journal_entries (crowdfunding_id, position);

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
    released  bigint NOT NULL
  ) WITH (fillfactor = 85);
  CREATE INDEX settlement_campaigns_due ON read.settlement_campaigns (decided)
    WHERE outcome <> 'OPEN' AND donated - refunded - released > 0;
  CREATE INDEX settlement_campaigns_expiring ON read.settlement_campaigns (expires) WHERE outcome = 'OPEN';

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
