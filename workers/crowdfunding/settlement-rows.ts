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

/** Projections whose rows the settlement acts on. */
const PROJECTIONS = ['settlement', 'crowdfundings'];

/** What the settlement asks of its rows. Each list is read in pages, of which one begins behind the one before. */
export interface SettlementRows {
  /** Campaigns that nobody ended in time, as of an instant, the one that expired first before the others. */
  readonly campaignsToExpire: (
    at: Instant,
    after: SettledCampaign | null,
    limit: number,
  ) => Promise<readonly SettledCampaign[]>;
  /** Campaigns that staff ordered to be cancelled and that have not ended yet. */
  readonly campaignsToCancel: (
    after: OrderedCancellation | null,
    limit: number,
  ) => Promise<readonly OrderedCancellation[]>;
  /** Open campaigns of which a notice to the creator is due, as of an instant, in the order in which they are due. */
  readonly campaignsToAnnounce: (
    at: Instant,
    after: SettledCampaign | null,
    limit: number,
  ) => Promise<readonly SettledCampaign[]>;
  /** Campaigns that ended behind a position and still hold coins, in the order in which they ended. */
  readonly campaignsToSettle: (after: Position, limit: number) => Promise<readonly SettledCampaign[]>;
  /** Donations of a campaign that are held, behind a position, in the order of the log. */
  readonly heldDonations: (
    id: CrowdfundingId,
    after: Position,
    limit: number,
  ) => Promise<readonly HeldDonation[]>;
  /** The sum of a campaign's held donations before its end; null while the rows know of no such end. */
  readonly heldBefore: (id: CrowdfundingId, end: Position) => Promise<Coins | null>;
  /** Whether the log has the events that the rows follow from; they are ahead of a log that has lost some. */
  readonly areInLog: () => Promise<boolean>;
}

/** The rows of the settlement in the database. */
export const rowsIn = (pool: Pool, log: Pick<EventLog, 'head' | 'eventIdAt'>): SettlementRows => ({
  campaignsToExpire: (at, after, limit) => query.campaignsToExpire(pool, at, after, limit),
  campaignsToCancel: (after, limit) => orderedCancellations(pool, after?.id ?? null, limit),
  campaignsToAnnounce: (at, after, limit) => query.campaignsToAnnounce(pool, at, after, limit),
  campaignsToSettle: (after, limit) => query.campaignsToSettle(pool, after, limit),
  heldDonations: (id, after, limit) => query.heldDonations(pool, id, after, limit),
  heldBefore: (id, end) => query.heldBefore(pool, id, end),
  areInLog: () => areInLog(pool, log, PROJECTIONS),
});
