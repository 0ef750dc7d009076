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

/** Rows of the settlement, read in pages. */
export interface SettlementRows {
  /** Campaigns that expired before an instant and are still open, oldest expiry first. */
  readonly listCrowdfundingsToExpire: (
    at: Instant,
    after: SettledCrowdfunding | null,
    limit: number,
  ) => Promise<readonly SettledCrowdfunding[]>;
  /** Open campaigns whose cancellation staff have ordered. */
  readonly listCrowdfundingsToCancel: (
    after: OrderedCancellation | null,
    limit: number,
  ) => Promise<readonly OrderedCancellation[]>;
  /** Open campaigns whose creator is due a notice, in the order in which they are due. */
  readonly listCrowdfundingsToAnnounce: (
    at: Instant,
    after: SettledCrowdfunding | null,
    limit: number,
  ) => Promise<readonly SettledCrowdfunding[]>;
  /** Campaigns that ended after a position and still hold coins, in the order in which they ended. */
  readonly listCrowdfundingsToSettle: (
    after: Position,
    limit: number,
  ) => Promise<readonly SettledCrowdfunding[]>;
  /** Held donations of a campaign after a position, in log order. */
  readonly listHeldDonations: (
    id: CrowdfundingId,
    after: Position,
    limit: number,
  ) => Promise<readonly HeldDonation[]>;
  /** Sum of the donations held at the end of a campaign; null if the rows do not contain that end. */
  readonly sumHeldBefore: (id: CrowdfundingId, end: Position) => Promise<Coins | null>;
  /** Returns whether the log contains the events up to the rows' checkpoints. */
  readonly areInLog: () => Promise<boolean>;
}

/** Creates the paged queries of the settlement. */
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
