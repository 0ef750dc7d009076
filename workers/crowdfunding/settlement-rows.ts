import type { Pool } from 'pg';
import type { Coins } from '../../domain/kernel/coins.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { CrowdfundingId, Instant } from '../../domain/kernel/ids.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { HeldDonation, SettledCampaign } from '../../domain/settlement/settlement.ts';
import {
  type OrderedCancellation,
  orderedCancellations,
} from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import * as query from '../../projections/crowdfunding/settlement/query.ts';
import { areInLog } from '../../projections/engine/query.ts';

const PROJECTIONS = ['settlement', 'crowdfundings'];

/** Rows of the settlement, read in pages. */
export interface SettlementRows {
  /** Campaigns that expired before an instant and are still open, oldest expiry first. */
  readonly campaignsToExpire: (
    at: Instant,
    after: SettledCampaign | null,
    limit: number,
  ) => Promise<readonly SettledCampaign[]>;
  /** Open campaigns that staff ordered to cancel. */
  readonly campaignsToCancel: (
    after: OrderedCancellation | null,
    limit: number,
  ) => Promise<readonly OrderedCancellation[]>;
  /** Open campaigns whose creator is due a notice, in the order in which they are due. */
  readonly campaignsToAnnounce: (
    at: Instant,
    after: SettledCampaign | null,
    limit: number,
  ) => Promise<readonly SettledCampaign[]>;
  /** Campaigns that ended after a position and still hold coins, in the order in which they ended. */
  readonly campaignsToSettle: (after: Position, limit: number) => Promise<readonly SettledCampaign[]>;
  /** Held donations of a campaign after a position, in log order. */
  readonly heldDonations: (
    id: CrowdfundingId,
    after: Position,
    limit: number,
  ) => Promise<readonly HeldDonation[]>;
  /** Sum of the donations held at the end of a campaign; null if the rows do not contain that end. */
  readonly heldBefore: (id: CrowdfundingId, end: Position) => Promise<Coins | null>;
  /** Whether the log contains the events of the rows' checkpoints. */
  readonly areInLog: () => Promise<boolean>;
}

/** Reads the rows from the database. */
export const rowsIn = (pool: Pool, log: Pick<EventLog, 'head' | 'eventIdAt'>): SettlementRows => ({
  campaignsToExpire: (at, after, limit) => query.campaignsToExpire(pool, at, after, limit),
  campaignsToCancel: (after, limit) => orderedCancellations(pool, after?.id ?? null, limit),
  campaignsToAnnounce: (at, after, limit) => query.campaignsToAnnounce(pool, at, after, limit),
  campaignsToSettle: (after, limit) => query.campaignsToSettle(pool, after, limit),
  heldDonations: (id, after, limit) => query.heldDonations(pool, id, after, limit),
  heldBefore: (id, end) => query.heldBefore(pool, id, end),
  areInLog: () => areInLog(pool, log, PROJECTIONS),
});
