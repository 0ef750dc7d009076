import type { Knex } from 'knex';

/**
 * Tables of the payment simulator, which replaces the card payment provider on machines that have no keys for one. Nothing
 * else reads or writes them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(SIMULATOR);
}

const SIMULATOR = `
  CREATE SCHEMA simulator;

  CREATE TABLE simulator.keys (
    only_row        boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    secret_key      text NOT NULL,
    publishable_key text NOT NULL,
    webhook_secret  text NOT NULL
  );

  CREATE TABLE simulator.payment_intents (
    id                  text COLLATE "C" PRIMARY KEY,
    sequence            bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    created             timestamptz NOT NULL DEFAULT date_trunc('second', clock_timestamp()),
    client_secret       text NOT NULL,
    amount              integer NOT NULL CHECK (amount > 0),
    currency            text NOT NULL,
    status              text NOT NULL,
    description         text,
    metadata            jsonb NOT NULL,
    card                jsonb,
    attempts            integer NOT NULL DEFAULT 0,
    latest_charge       text,
    last_payment_error  jsonb,
    return_url          text,
    challenge           text UNIQUE,
    settles_at          timestamptz,
    canceled_at         timestamptz,
    cancellation_reason text
  );
  CREATE INDEX payment_intents_created ON simulator.payment_intents (created);
  CREATE INDEX payment_intents_settles_at ON simulator.payment_intents (settles_at) WHERE settles_at IS NOT NULL;
  COMMENT ON COLUMN simulator.payment_intents.card IS 'test card, and its details for receipts';
  COMMENT ON COLUMN simulator.payment_intents.challenge IS 'secret part of the URL of its 3-D Secure page';

  CREATE TABLE simulator.charges (
    id              text COLLATE "C" PRIMARY KEY,
    sequence        bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    created         timestamptz NOT NULL DEFAULT date_trunc('second', clock_timestamp()),
    payment_intent  text NOT NULL REFERENCES simulator.payment_intents,
    amount          integer NOT NULL,
    amount_refunded integer NOT NULL DEFAULT 0 CHECK (amount_refunded BETWEEN 0 AND amount),
    currency        text NOT NULL,
    status          text NOT NULL CHECK (status IN ('succeeded', 'pending', 'failed')),
    disputed        boolean NOT NULL DEFAULT false,
    metadata        jsonb NOT NULL,
    card            jsonb NOT NULL,
    failure_code    text,
    failure_message text
  );
  CREATE INDEX charges_payment_intent ON simulator.charges (payment_intent);

  CREATE TABLE simulator.refunds (
    id             text COLLATE "C" PRIMARY KEY,
    sequence       bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    created        timestamptz NOT NULL DEFAULT date_trunc('second', clock_timestamp()),
    charge         text NOT NULL REFERENCES simulator.charges,
    payment_intent text NOT NULL REFERENCES simulator.payment_intents,
    amount         integer NOT NULL CHECK (amount > 0),
    currency       text NOT NULL,
    status         text NOT NULL CHECK (status IN ('succeeded', 'pending', 'failed', 'canceled')),
    reason         text,
    failure_reason text,
    metadata       jsonb NOT NULL,
    settles_at     timestamptz,
    settles_as     text CHECK (settles_as IN ('succeeded', 'failed'))
  );
  CREATE INDEX refunds_charge ON simulator.refunds (charge);
  CREATE INDEX refunds_payment_intent ON simulator.refunds (payment_intent);
  CREATE INDEX refunds_settles_at ON simulator.refunds (settles_at) WHERE settles_at IS NOT NULL;

  CREATE TABLE simulator.disputes (
    id             text COLLATE "C" PRIMARY KEY,
    sequence       bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    created        timestamptz NOT NULL DEFAULT date_trunc('second', clock_timestamp()),
    charge         text NOT NULL REFERENCES simulator.charges,
    payment_intent text NOT NULL REFERENCES simulator.payment_intents,
    amount         integer NOT NULL CHECK (amount > 0),
    currency       text NOT NULL,
    status         text NOT NULL CHECK (status IN ('needs_response', 'under_review', 'won', 'lost')),
    reason         text NOT NULL,
    metadata       jsonb NOT NULL
  );
  CREATE INDEX disputes_charge ON simulator.disputes (charge);
  CREATE INDEX disputes_payment_intent ON simulator.disputes (payment_intent);

  CREATE TABLE simulator.events (
    id       text COLLATE "C" PRIMARY KEY,
    sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    created  timestamptz NOT NULL DEFAULT date_trunc('second', clock_timestamp()),
    type     text NOT NULL,
    body     text NOT NULL
  );
  CREATE INDEX events_created ON simulator.events (created);
  COMMENT ON COLUMN simulator.events.body IS 'exact bytes of the webhook';

  CREATE TABLE simulator.deliveries (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event    text NOT NULL REFERENCES simulator.events ON DELETE CASCADE,
    state    text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'held', 'delivered', 'given_up')),
    due_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    attempts integer NOT NULL DEFAULT 0
  );
  CREATE INDEX deliveries_event ON simulator.deliveries (event);
  CREATE INDEX deliveries_due_at ON simulator.deliveries (due_at, id) WHERE state = 'waiting';

  CREATE TABLE simulator.idempotency_keys (
    key         text COLLATE "C" PRIMARY KEY,
    fingerprint bytea NOT NULL,
    status      integer NOT NULL,
    body        text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX idempotency_keys_created_at ON simulator.idempotency_keys (created_at);
`;
