import type { Pool } from 'pg';
import type { Position } from '../../domain/kernel/event.ts';
import type { CrowdfundingId, Instant } from '../../domain/kernel/ids.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { CrowdfundingSettlement } from '../../domain/settlement/settlement.ts';
import {
  listOrderedCancellations,
  type OrderedCancellation,
} from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import * as query from '../../projections/crowdfunding/settlement/query.ts';
import { areCheckpointsInLog } from '../../projections/engine/query.ts';

const PROJECTIONS = ['settlement', 'crowdfundings'];

/** Creates paged queries for the settlement rows. */
export const createSettlementRows = (pool: Pool, log: Pick<EventLog, 'head' | 'findEventIdAt'>) => ({
  listCrowdfundingsToExpire: (at: Instant, after: CrowdfundingSettlement | null, limit: number) =>
    query.listCrowdfundingsToExpire(pool, at, after, limit),
  listCrowdfundingsToCancel: (after: OrderedCancellation | null, limit: number) =>
    listOrderedCancellations(pool, after?.id ?? null, limit),
  listCrowdfundingsToAnnounce: (at: Instant, after: CrowdfundingSettlement | null, limit: number) =>
    query.listCrowdfundingsToAnnounce(pool, at, after, limit),
  listCrowdfundingsToSettle: (after: Position, limit: number) =>
    query.listCrowdfundingsToSettle(pool, after, limit),
  listHeldDonations: (id: CrowdfundingId, after: Position, limit: number) =>
    query.listHeldDonations(pool, id, after, limit),
  sumHeldBefore: (id: CrowdfundingId, end: Position) => query.sumHeldBefore(pool, id, end),
  /** Returns whether the log still contains all events up to the rows' checkpoints. */
  areInLog: () => areCheckpointsInLog(pool, log, PROJECTIONS),
});

/** Paged access to the settlement rows. */
export type SettlementRows = ReturnType<typeof createSettlementRows>;
