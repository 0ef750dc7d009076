import { countUnchainedEntries } from '../projections/crowdfunding/coin-trail/query.ts';
import { countCrowdfundingsToSettle } from '../projections/crowdfunding/settlement/query.ts';
import { countUncheckedEntries } from '../projections/ledger/problems/check.ts';
import { countUnmatchedAnimals, type MatchingSystem, startMatching } from './adoption/match-animals.ts';
import { type CoinTrailSystem, startCoinTrails } from './crowdfunding/extend-coin-trails.ts';
import { type SettlementSystem, startSettlement } from './crowdfunding/settlement.ts';
import { type EmailsSystem, startEmailsWorker } from './emails/worker.ts';
import { type JobsSystem, startJobs } from './jobs/worker.ts';
import { type JournalCheckSystem, startJournalCheck } from './ledger/check-journal.ts';
import { startPaymentsWorker } from './payments/webhooks.ts';
import type { Worker } from './worker.ts';

/** Dependencies of all parts. */
export type PartSystem = JobsSystem &
  SettlementSystem &
  CoinTrailSystem &
  JournalCheckSystem &
  EmailsSystem &
  MatchingSystem;

/** Background work other than projections. */
export interface Part {
  /** Name shown to operators. */
  readonly name: string;
  readonly start: (system: PartSystem) => Worker;
  /** Returns the size of the backlog: webhooks, emails, jobs, campaigns to settle, journal entries, or new animals. */
  readonly countWaiting: (system: PartSystem) => Promise<number>;
}

/**
 * All background workers, apart from the projections. The settlement is called `refunds` in commands and status output.
 * The emails worker is called `mails`, because names are stored in `engine.parts`.
 */
export const parts: readonly Part[] = [
  {
    name: 'payments',
    start: startPaymentsWorker,
    countWaiting: ({ privateData }) => privateData.webhooks.count(),
  },
  { name: 'mails', start: startEmailsWorker, countWaiting: ({ privateData }) => privateData.emails.count() },
  { name: 'jobs', start: startJobs, countWaiting: ({ jobs }) => jobs.countWaiting() },
  { name: 'refunds', start: startSettlement, countWaiting: ({ pool }) => countCrowdfundingsToSettle(pool) },
  { name: 'coin-trails', start: startCoinTrails, countWaiting: ({ pool }) => countUnchainedEntries(pool) },
  { name: 'animal-matches', start: startMatching, countWaiting: countUnmatchedAnimals },
  {
    name: 'journal-check',
    start: startJournalCheck,
    countWaiting: ({ pool }) => countUncheckedEntries(pool),
  },
];

export const partNames: readonly string[] = parts.map(({ name }) => name);

/** Name under which the projections' log subscription reports its status. */
export const SUBSCRIPTION = 'subscription';
