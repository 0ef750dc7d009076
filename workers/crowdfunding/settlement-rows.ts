import type { Pool } from 'pg';
import type { Coins } from '../../domain/kernel/coins.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { CrowdfundingId, Instant } from '../../domain/kernel/ids.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { HeldDonation, SettledCrowdfunding } from '../../domain/settlement/settlement.ts';
import {
  listOrderedCancellations,
  type OrderedCancellation,
} from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import * as query from '../../projections/crowdfunding/settlement/query.ts';
import { areCheckpointsInLog } from '../../projections/engine/query.ts';

const PROJECTIONS = ['settlement', 'crowdfundings'];

/** Paged access to the settlement rows. */
export interface SettlementRows {
  /** Returns open campaigns that expired before an instant, oldest expiry first. */
  readonly listCrowdfundingsToExpire: (
    at: Instant,
    after: SettledCrowdfunding | null,
    limit: number,
  ) => Promise<readonly SettledCrowdfunding[]>;
  /** Returns open campaigns that staff have ordered to be cancelled. */
  readonly listCrowdfundingsToCancel: (
    after: OrderedCancellation | null,
    limit: number,
  ) => Promise<readonly OrderedCancellation[]>;
  /** Returns open campaigns whose creator is due a notice, in the order of their due times. */
  readonly listCrowdfundingsToAnnounce: (
    at: Instant,
    after: SettledCrowdfunding | null,
    limit: number,
  ) => Promise<readonly SettledCrowdfunding[]>;
  /** Returns campaigns that ended after a position and still hold coins, in the order in which they ended. */
  readonly listCrowdfundingsToSettle: (
    after: Position,
    limit: number,
  ) => Promise<readonly SettledCrowdfunding[]>;
  /** Returns a campaign's held donations after a position, in log order. */
  readonly listHeldDonations: (
    id: CrowdfundingId,
    after: Position,
    limit: number,
  ) => Promise<readonly HeldDonation[]>;
  /**
   * Returns the sum of the donations that a campaign held at its end, or null if the rows do not contain the end yet.
   */
  readonly sumHeldBefore: (id: CrowdfundingId, end: Position) => Promise<Coins | null>;
  /** Returns whether the log still contains all events up to the rows' checkpoints. */
  readonly areInLog: () => Promise<boolean>;
}

/** Creates paged queries for the settlement rows. */
export const createSettlementRows = (
  pool: Pool,
  log: Pick<EventLog, 'head' | 'findEventIdAt'>,
): SettlementRows => ({
  listCrowdfundingsToExpire: (at, after, limit) => query.listCrowdfundingsToExpire(pool, at, after, limit),
  listCrowdfundingsToCancel: (after, limit) => listOrderedCancellations(pool, after?.id ?? null, limit),
  listCrowdfundingsToAnnounce: (at, after, limit) =>
    query.listCrowdfundingsToAnnounce(pool, at, after, limit),
  listCrowdfundingsToSettle: (after, limit) => query.listCrowdfundingsToSettle(pool, after, limit),
  listHeldDonations: (id, after, limit) => query.listHeldDonations(pool, id, after, limit),
  sumHeldBefore: (id, end) => query.sumHeldBefore(pool, id, end),
  areInLog: () => areCheckpointsInLog(pool, log, PROJECTIONS),
});
