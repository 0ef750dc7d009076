import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createIdSource } from '../../adapters/clock.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createHandler, type Handler } from '../../domain/handle.ts';
import { BARE_TABLE, createBareInsert, createLikeEvent } from './bare-insert.ts';
import { buy, createCrowdfunding, donate } from './coins-commands.ts';
import { type Benchmark, type BenchmarkEnvironment, interleave, measureRate } from './harness.ts';
import { type BenchmarkRow, createRow } from './rows.ts';

const WRITERS = 16;
const MAX_CROWDFUNDINGS = 1_000;
const MAX_DONORS = 2_000;
const INITIAL_COINS = 1_000_000;

/** SQL that creates the tables for plain SQL bookkeeping: balances and postings. */
const CREATE_LEDGER = `
  CREATE TABLE public.balances (account text PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
  CREATE TABLE public.postings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entry uuid NOT NULL, account text NOT NULL,
    debit bigint NOT NULL, credit bigint NOT NULL);
  INSERT INTO public.balances SELECT 'wallet:' || n, 1000000000 FROM generate_series(0, ${MAX_DONORS - 1}) n;
  INSERT INTO public.balances SELECT 'escrow:' || n, 0 FROM generate_series(0, ${MAX_CROWDFUNDINGS - 1}) n;
  CREATE FUNCTION public.donate(entry uuid, wallet text, escrow text, amount bigint) RETURNS void
  LANGUAGE sql BEGIN ATOMIC
    UPDATE public.balances SET balance = balance - amount WHERE account = wallet;
    INSERT INTO public.postings (entry, account, debit, credit)
      VALUES (entry, wallet, amount, 0), (entry, escrow, 0, amount);
    UPDATE public.balances SET balance = balance + amount WHERE account = escrow;
  END`;

const DEBIT_BALANCE = {
  name: 'take',
  text: 'UPDATE public.balances SET balance = balance - $2 WHERE account = $1',
};
const CREDIT_BALANCE = {
  name: 'give',
  text: 'UPDATE public.balances SET balance = balance + $2 WHERE account = $1',
};
const INSERT_POSTINGS = {
  name: 'post',
  text: `INSERT INTO public.postings (entry, account, debit, credit) VALUES ($1, $2, $4, 0), ($1, $3, 0, $4)`,
};

/** Donates in one plain SQL transaction that locks two balances and inserts two postings. */
async function donateInSql(pool: Pool, wallet: string, escrow: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ ...DEBIT_BALANCE, values: [wallet, 1] });
    await client.query({ ...CREDIT_BALANCE, values: [escrow, 1] });
    await client.query({ ...INSERT_POSTINGS, values: [randomUUID(), wallet, escrow, 1] });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const CALL_DONATE = { name: 'donate', text: 'SELECT public.donate($1, $2, $3, 1)' };

/** Returns a function that cycles through the numbers from 0 to `limit - 1`. */
function createCycle(limit: number): () => number {
  let next = 0;
  return () => next++ % limit;
}

interface People {
  readonly donors: readonly string[];
  readonly crowdfundings: readonly string[];
}

async function createPeople(
  handler: Handler,
  donorCount: number,
  crowdfundingCount: number,
): Promise<People> {
  const ids = createIdSource();
  const donors = Array.from({ length: donorCount }, () => ids.next());
  await Promise.all(donors.map((donor) => buy(handler, donor, INITIAL_COINS)));
  const creators = Array.from({ length: crowdfundingCount }, () => ids.next());
  const crowdfundings = await Promise.all(creators.map((creator) => createCrowdfunding(handler, creator)));
  return { donors, crowdfundings };
}

async function measure(
  pool: Pool,
  handler: Handler,
  { donors, crowdfundings }: People,
  pick: BenchmarkEnvironment['pick'],
) {
  const rounds = pick({ tiny: 1, quick: 3, standard: 5, large: 7 });
  const roundMs = pick({ tiny: 50, quick: 1_000, standard: 1_000 });
  const nextDonor = createCycle(donors.length);
  const nextCrowdfunding = createCycle(crowdfundings.length);
  const pickSameCrowdfunding = () => 0;
  const createRateMeasurement = (work: () => Promise<unknown>) => () => measureRate(WRITERS, roundMs, work);
  const createCommandMeasurement = (pickCrowdfunding: () => number) =>
    createRateMeasurement(() =>
      donate(handler, donors[nextDonor()] as string, crowdfundings[pickCrowdfunding()] as string, 1),
    );
  const createSqlMeasurement = (pickCrowdfunding: () => number) =>
    createRateMeasurement(() => donateInSql(pool, `wallet:${nextDonor()}`, `escrow:${pickCrowdfunding()}`));
  const createFunctionMeasurement = (pickCrowdfunding: () => number) =>
    createRateMeasurement(() =>
      pool.query({
        ...CALL_DONATE,
        values: [randomUUID(), `wallet:${nextDonor()}`, `escrow:${pickCrowdfunding()}`],
      }),
    );
  return interleave(rounds, {
    bare: createRateMeasurement(() => pool.query(createBareInsert(createLikeEvent()))),
    spread: createCommandMeasurement(nextCrowdfunding),
    hot: createCommandMeasurement(pickSameCrowdfunding),
    sqlSpread: createSqlMeasurement(nextCrowdfunding),
    sqlHot: createSqlMeasurement(pickSameCrowdfunding),
    calledSpread: createFunctionMeasurement(nextCrowdfunding),
    calledHot: createFunctionMeasurement(pickSameCrowdfunding),
  });
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await createDatabase();
  try {
    const { pool } = database;
    await pool.query(BARE_TABLE);
    await pool.query(CREATE_LEDGER);
    const log = createPostgresEventLog({ pool });
    const handler = createHandler({ log });
    const donors = pick({ tiny: 20, quick: MAX_DONORS, standard: MAX_DONORS });
    const crowdfundings = pick({ tiny: 10, quick: MAX_CROWDFUNDINGS, standard: MAX_CROWDFUNDINGS });
    note(`${donors} donors, ${crowdfundings} campaigns`);
    const people = await createPeople(handler, donors, crowdfundings);
    note('donations');
    report(...toRows(await measure(pool, handler, people, pick)));
    await log.close();
  } finally {
    await database.drop();
  }
}

function toRows(rates: Awaited<ReturnType<typeof measure>>): readonly BenchmarkRow[] {
  const unit = 'donations/s';
  const bareInsertLimit = { unit, limitName: 'insert + commit of one row', limit: rates.bare };
  return [
    createRow({
      what: 'donations, many campaigns, 16 writers',
      rate: rates.spread,
      ...bareInsertLimit,
      goal: { ratio: 0.35 },
    }),
    createRow({
      what: 'donations, one hot campaign, 16 writers',
      rate: rates.hot,
      ...bareInsertLimit,
      goal: { ratio: 0.35 },
    }),
    createRow({
      what: 'donations, hot beside spread',
      unit,
      rate: rates.hot,
      limitName: 'spread',
      limit: rates.spread,
      goal: { ratio: 0.9 },
    }),
    createRow({
      what: 'donations, hot beside SQL',
      unit,
      rate: rates.hot,
      limitName: 'SQL transaction, hot',
      limit: rates.sqlHot,
      goal: { ratio: 3 },
    }),
    createRow({ what: 'SQL transaction, many campaigns', rate: rates.sqlSpread, ...bareInsertLimit }),
    createRow({ what: 'SQL in one call, many campaigns', rate: rates.calledSpread, ...bareInsertLimit }),
    createRow({ what: 'SQL in one call, one hot campaign', rate: rates.calledHot, ...bareInsertLimit }),
  ];
}

/** Donation rate to many campaigns and to a single one, compared with plain SQL bookkeeping. */
export const donationsBenchmark: Benchmark = { name: 'donations', run };
