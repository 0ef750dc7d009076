import { trailLag } from '../projections/crowdfunding/coin-trail/query.ts';
import { countToSettle } from '../projections/crowdfunding/settlement/query.ts';
import { countUnchecked } from '../projections/ledger/problems/check.ts';
import { type CoinTrailSystem, startCoinTrails } from './crowdfunding/extend-coin-trails.ts';
import { type SettlementSystem, startSettlement } from './crowdfunding/settlement.ts';
import { countJobs, type JobsSystem, startJobs } from './jobs/worker.ts';
import { type JournalCheckSystem, startJournalCheck } from './ledger/check-journal.ts';
import { startPaymentsWorker } from './payments/worker.ts';
import type { Worker } from './worker.ts';

/** What the parts need of the system. */
export type PartSystem = JobsSystem & SettlementSystem & CoinTrailSystem & JournalCheckSystem;

/** Something that runs beside the projections. */
export interface Part {
  /** The name under which operators ask for it. */
  readonly name: string;
  readonly start: (system: PartSystem) => Worker;
  /** How much waits for it: webhooks, jobs, campaigns to settle, entries of the journal. */
  readonly waiting: (system: PartSystem) => Promise<number>;
}

/** What runs beside the projections. The settlement is `refunds` to operators. */
export const parts: readonly Part[] = [
  {
    name: 'payments',
    start: startPaymentsWorker,
    waiting: ({ privateData }) => privateData.webhooks.count(),
  },
  { name: 'jobs', start: startJobs, waiting: countJobs },
  { name: 'refunds', start: startSettlement, waiting: ({ pool }) => countToSettle(pool) },
  { name: 'coin-trails', start: startCoinTrails, waiting: ({ pool }) => trailLag(pool) },
  { name: 'journal-check', start: startJournalCheck, waiting: ({ pool }) => countUnchecked(pool) },
];

export const partNames: readonly string[] = parts.map(({ name }) => name);

/** Name under which the subscription of the projections to the log reports. */
export const SUBSCRIPTION = 'subscription';
