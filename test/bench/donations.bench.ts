import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createIdSource } from '../../adapters/clock.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createHandler, type Handler } from '../../domain/handle.ts';
import { BARE_TABLE, bareInsert, newLike } from './append.bench.ts';
import { buy, donate, newCampaign } from './coins-commands.ts';
import {
  absoluteRow,
  type Benchmark,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  comparedRow,
  interleave,
  median,
  ratePerSecond,
} from './harness.ts';

const WRITERS = 16;
const ROUND_MS = 1_000;
const CAMPAIGNS = 1_000;
const DONORS = 2_000;
const PURSE = 1_000_000;

/** Balances and postings as any bookkeeping in SQL has them. */
const LEDGER = `
  CREATE TABLE public.balances (account text PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
  CREATE TABLE public.postings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entry uuid NOT NULL, account text NOT NULL,
    debit bigint NOT NULL, credit bigint NOT NULL);
  INSERT INTO public.balances SELECT 'wallet:' || n, 1000000000 FROM generate_series(0, ${DONORS - 1}) n;
  INSERT INTO public.balances SELECT 'escrow:' || n, 0 FROM generate_series(0, ${CAMPAIGNS - 1}) n;
  CREATE FUNCTION public.donate(entry uuid, wallet text, escrow text, amount bigint) RETURNS void
  LANGUAGE sql BEGIN ATOMIC
    UPDATE public.balances SET balance = balance - amount WHERE account = wallet;
    INSERT INTO public.postings (entry, account, debit, credit)
      VALUES (entry, wallet, amount, 0), (entry, escrow, 0, amount);
    UPDATE public.balances SET balance = balance + amount WHERE account = escrow;
  END`;

const TAKE = {
  name: 'take',
  text: 'UPDATE public.balances SET balance = balance - $2 WHERE account = $1',
};
const GIVE = {
  name: 'give',
  text: 'UPDATE public.balances SET balance = balance + $2 WHERE account = $1',
};
const POST = {
  name: 'post',
  text: `INSERT INTO public.postings (entry, account, debit, credit) VALUES ($1, $2, $4, 0), ($1, $3, 0, $4)`,
};

/** A donation as a plain transaction: two balances under their locks, two postings. */
async function donateInSql(pool: Pool, wallet: string, escrow: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ ...TAKE, values: [wallet, 1] });
    await client.query({ ...GIVE, values: [escrow, 1] });
    await client.query({ ...POST, values: [randomUUID(), wallet, escrow, 1] });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const CALL = { name: 'donate', text: 'SELECT public.donate($1, $2, $3, 1)' };

/** Gives the numbers below a limit in turn. */
function inTurn(limit: number): () => number {
  let next = 0;
  return () => next++ % limit;
}

interface People {
  readonly donors: readonly string[];
  readonly campaigns: readonly string[];
}

async function settleIn(handler: Handler): Promise<People> {
  const ids = createIdSource();
  const donors = Array.from({ length: DONORS }, () => ids.next());
  await Promise.all(donors.map((donor) => buy(handler, donor, PURSE)));
  const creators = Array.from({ length: CAMPAIGNS }, () => ids.next());
  const campaigns = await Promise.all(creators.map((creator) => newCampaign(handler, creator)));
  return { donors, campaigns };
}

async function measure(pool: Pool, handler: Handler, { donors, campaigns }: People, rounds: number) {
  const donor = inTurn(DONORS);
  const any = inTurn(CAMPAIGNS);
  const hot = () => 0;
  const rate = (work: () => Promise<unknown>) => () => ratePerSecond(WRITERS, ROUND_MS, work);
  const command = (campaign: () => number) =>
    rate(() => donate(handler, donors[donor()] as string, campaigns[campaign()] as string, 1));
  const sql = (campaign: () => number) =>
    rate(() => donateInSql(pool, `wallet:${donor()}`, `escrow:${campaign()}`));
  const call = (campaign: () => number) =>
    rate(() => pool.query({ ...CALL, values: [randomUUID(), `wallet:${donor()}`, `escrow:${campaign()}`] }));
  return interleave(rounds, {
    bare: rate(() => pool.query(bareInsert(newLike()))),
    spread: command(any),
    hot: command(hot),
    sqlSpread: sql(any),
    sqlHot: sql(hot),
    calledSpread: call(any),
    calledHot: call(hot),
  });
}

async function run({ freshDatabase, quick, note }: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  const database = await freshDatabase();
  try {
    const { pool } = database;
    await pool.query(BARE_TABLE);
    await pool.query(LEDGER);
    const log = createPostgresEventLog({ pool });
    const handler = createHandler({ log });
    note(`${DONORS} donors, ${CAMPAIGNS} campaigns`);
    const people = await settleIn(handler);
    note('donations');
    const rates = await measure(pool, handler, people, quick ? 3 : 7);
    await log.close();
    return rowsOf(rates);
  } finally {
    await database.drop();
  }
}

function rowsOf(rates: Awaited<ReturnType<typeof measure>>): readonly BenchmarkRow[] {
  const unit = 'donations/s';
  const compared =
    (what: string, of: readonly number[], limitName: string, limits: readonly number[]) =>
    (goalRatio: number): BenchmarkRow =>
      comparedRow({ what, unit, rates: of, limitName, limits, goalRatio });
  const bare = 'insert + commit of one row';
  const only = (what: string, of: readonly number[]) => absoluteRow({ what, rate: median(of), unit });
  return [
    compared('donations, 1,000 campaigns, 16 writers', rates.spread, bare, rates.bare)(0.35),
    compared('donations, one hot campaign, 16 writers', rates.hot, bare, rates.bare)(0.35),
    compared('donations, hot beside spread', rates.hot, 'spread', rates.spread)(0.9),
    compared('donations, hot beside SQL', rates.hot, 'SQL transaction, hot', rates.sqlHot)(3),
    only('SQL transaction, 1,000 campaigns', rates.sqlSpread),
    only('SQL in one call, 1,000 campaigns', rates.calledSpread),
    only('SQL in one call, one hot campaign', rates.calledHot),
  ];
}

/** Donations spread over many campaigns and on one that all give to, beside bookkeeping in plain SQL. */
export const donationsBenchmark: Benchmark = { name: 'donations', run };
