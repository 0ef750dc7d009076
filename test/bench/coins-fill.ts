import type { BenchmarkDatabase } from './harness.ts';

const ACCOUNTS_PER_ORGANIZATION = 50;

const STATEMENTS = [
  `INSERT INTO read.wallets (account_id, balance, owed) SELECT id, 1000, 0 FROM public.accounts`,
  `INSERT INTO read.crowdfundings (id, creator_id, title, description, goal_amount, duration_days, image_hash, status,
      created_at, start_date, end_date, started, donated, donations, refunded, refunds, released)
    SELECT public.made_id(1650000000000 + n * 1000, 3, n), id, 'Campaign ' || n, 'A roof for the shelter.', 100000, 30,
      repeat('0', 64), CASE WHEN n % 100 = 0 THEN 'ACTIVE' ELSE 'CLOSED' END, to_timestamp(1650000000 + n),
      to_timestamp(1650000000 + n), to_timestamp(1900000000 + n), n, 20000, 20, 0, 0, 0
    FROM public.accounts WHERE n % ${ACCOUNTS_PER_ORGANIZATION} = 0`,
  `INSERT INTO read.donations (id, crowdfunding_id, donor_id, amount, position, made_at)
    SELECT public.made_id(1660000000000 + k * 1000, 4, k), campaign.id, donor.id, 1000, k, to_timestamp(1660000000 + k)
    FROM generate_series(1::bigint, $donations) k
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM read.crowdfundings) campaign
      ON campaign.n = 1 + k % (SELECT count(*) FROM read.crowdfundings)
    JOIN public.accounts donor ON donor.n = 1 + (k * 7919) % (SELECT count(*) FROM public.accounts)`,
  `INSERT INTO read.transactions (account_id, position, id, type, direction, amount, delta, crowdfunding_id, occurred_at)
    SELECT donor_id, position, id, 'DONATION', 'OUT', amount, -amount, crowdfunding_id, made_at FROM read.donations
    UNION ALL
    SELECT id, 1000000000 + k, public.made_id(1670000000000 + k * 1000, 5, k), 'PURCHASE', 'IN', 1000, 1000, NULL,
      to_timestamp(1670000000 + k)
    FROM public.accounts, generate_series(1, 200) k WHERE n = 2`,
  ...['wallets', 'crowdfundings', 'donations', 'transactions'].map((table) => `VACUUM ANALYZE read.${table}`),
];

/** Adds campaigns, donations and transactions to the network that `fillNetwork` created. Inserts them with SQL. */
export async function insertCoinData({ pool }: BenchmarkDatabase, donations: number): Promise<void> {
  for (const text of STATEMENTS) await pool.query(text.replaceAll('$donations', String(donations)));
}
