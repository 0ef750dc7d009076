import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import {
  type CrowdfundingSettlement,
  getEscrowBalance,
  type HeldDonation,
} from '../../domain/settlement/settlement.ts';
import type { OrderedCancellation } from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import {
  CROWDFUNDINGS_TABLE,
  type SettlementChange,
  settlementChanges,
} from '../../projections/crowdfunding/settlement/project.ts';
import {
  type SettlementRow,
  toCrowdfundingSettlement,
} from '../../projections/crowdfunding/settlement/row.ts';
import type { SettlementRows } from '../../workers/crowdfunding/settlement-rows.ts';

/** A staff order to cancel all campaigns of an account. */
interface Order extends Omit<OrderedCancellation, 'id'> {
  /** Position of the event that reactivated the account. The order does not cover campaigns created later. */
  readonly coveredUntil: Position;
}

/** Creator and creation position of a campaign that has not ended. */
interface OpenCrowdfunding {
  readonly creator: AccountId;
  readonly createdPosition: Position;
}

/** In-memory rows that the settlement reads. */
export interface SettlementTables {
  readonly orders: ReadonlyMap<AccountId, Order>;
  readonly openCrowdfundings: ReadonlyMap<CrowdfundingId, OpenCrowdfunding>;
  readonly crowdfundings: ReadonlyMap<string, SettlementRow>;
  readonly donations: ReadonlyMap<string, HeldDonation>;
}

export const EMPTY_TABLES: SettlementTables = {
  crowdfundings: new Map(),
  donations: new Map(),
  orders: new Map(),
  openCrowdfundings: new Map(),
};

/** Returns the row changes that an event causes, or none if its type is unknown. */
export const projectSettlement = (event: RecordedEvent): readonly SettlementChange[] => {
  const handlers: Readonly<Record<string, unknown>> = settlementChanges;
  const handler = handlers[event.type] as ((event: RecordedEvent) => readonly SettlementChange[]) | undefined;
  return handler?.(event) ?? [];
};

function applyChange(
  crowdfundings: Map<string, SettlementRow>,
  donations: Map<string, HeldDonation>,
  change: SettlementChange,
): void {
  if (change.kind === 'insert') {
    if (change.table === CROWDFUNDINGS_TABLE) crowdfundings.set(change.row.id, change.row);
    else donations.set(change.row.id, change.row);
    return;
  }
  if (change.kind === 'remove') {
    donations.delete(change.key.id);
    return;
  }
  const row = crowdfundings.get(change.key.id);
  if (!row) return;
  if (change.kind === 'set') {
    crowdfundings.set(row.id, { ...row, ...change.values });
    return;
  }
  const sums = Object.entries(change.increments).map(([name, by]) => [
    name,
    Number(row[name as 'donated']) + by,
  ]);
  crowdfundings.set(row.id, { ...row, ...Object.fromEntries(sums) });
}

const END_EVENT_TYPES = [
  'CrowdfundingRejected',
  'CrowdfundingCancelled',
  'CrowdfundingClosed',
  'CrowdfundingExpired',
];

/** Applies an event to the open campaigns and the cancellation orders. */
function applyOrders(
  orders: Map<AccountId, Order>,
  openCrowdfundings: Map<CrowdfundingId, OpenCrowdfunding>,
  event: RecordedEvent,
): void {
  const { id: eventId, type, position, metadata } = event;
  const data = event.data as { accountId: AccountId; crowdfundingId: CrowdfundingId; creatorId: AccountId };
  if (type === 'CrowdfundingCreated')
    openCrowdfundings.set(data.crowdfundingId, { creator: data.creatorId, createdPosition: position });
  if (END_EVENT_TYPES.includes(type)) openCrowdfundings.delete(data.crowdfundingId);
  if (type === 'CrowdfundingCancellationOrdered') {
    const { correlationId, actor, reason = null } = metadata;
    orders.set(data.accountId, {
      eventId,
      correlationId,
      actor,
      reason,
      coveredUntil: Number.POSITIVE_INFINITY,
    });
  }
  const order = orders.get(data.accountId);
  if (type === 'AccountReactivated' && order)
    orders.set(data.accountId, { ...order, coveredUntil: position });
}

/** Applies events to the tables. Returns new tables and does not change the given ones. */
export function createSettlementTables(
  events: readonly RecordedEvent[],
  initialTables: SettlementTables = EMPTY_TABLES,
): SettlementTables {
  const crowdfundings = new Map(initialTables.crowdfundings);
  const donations = new Map(initialTables.donations);
  const orders = new Map(initialTables.orders);
  const openCrowdfundings = new Map(initialTables.openCrowdfundings);
  for (const event of events) {
    for (const change of projectSettlement(event)) applyChange(crowdfundings, donations, change);
    applyOrders(orders, openCrowdfundings, event);
  }
  return { crowdfundings, donations, orders, openCrowdfundings };
}

const getExpirySortKey = ({ expiresAt, id }: CrowdfundingSettlement): string => `${expiresAt} ${id}`;

const getAnnouncementSortKey = ({ nextExpiryAnnouncementAt, id }: CrowdfundingSettlement): string =>
  `${nextExpiryAnnouncementAt} ${id}`;

/** Creates the settlement's queries on in-memory rows. All queries read the same tables. */
export function createRowsInMemory(tables: () => SettlementTables): SettlementRows {
  const listHeldDonations = (id: string): readonly HeldDonation[] =>
    [...tables().donations.values()]
      .filter(({ crowdfunding }) => crowdfunding === id)
      .sort((a, b) => a.position - b.position);
  const listCrowdfundings = (): readonly CrowdfundingSettlement[] =>
    [...tables().crowdfundings.values()].map(toCrowdfundingSettlement);
  return {
    areInLog: async () => true,
    listCrowdfundingsToExpire: async (instant, after, limit) =>
      listCrowdfundings()
        .filter(({ outcome, expiresAt }) => outcome === 'OPEN' && expiresAt !== null && expiresAt <= instant)
        .filter((row) => !after || getExpirySortKey(row) > getExpirySortKey(after))
        .sort((a, b) => (getExpirySortKey(a) < getExpirySortKey(b) ? -1 : 1))
        .slice(0, limit),
    listCrowdfundingsToAnnounce: async (instant, after, limit) =>
      listCrowdfundings()
        .filter(
          ({ outcome, nextExpiryAnnouncementAt: dueAt }) =>
            outcome === 'OPEN' && dueAt !== null && dueAt <= instant,
        )
        .filter(({ expiresAt }) => expiresAt !== null && expiresAt > instant)
        .filter((row) => !after || getAnnouncementSortKey(row) > getAnnouncementSortKey(after))
        .sort((a, b) => (getAnnouncementSortKey(a) < getAnnouncementSortKey(b) ? -1 : 1))
        .slice(0, limit),
    listCrowdfundingsToCancel: async (after, limit) =>
      [...tables().openCrowdfundings]
        .flatMap(([id, { creator, createdPosition }]) => {
          const order = tables().orders.get(creator);
          return order && createdPosition < order.coveredUntil ? [{ id, ...order }] : [];
        })
        .filter(({ id }) => !after || id > after.id)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    listCrowdfundingsToSettle: async (after, limit) =>
      listCrowdfundings()
        .filter((row) => (row.endPosition ?? 0) > after && getEscrowBalance(row) > 0)
        .sort((a, b) => (a.endPosition ?? 0) - (b.endPosition ?? 0))
        .slice(0, limit),
    listHeldDonations: async (id, after, limit) =>
      listHeldDonations(id)
        .filter(({ position }) => position > after)
        .slice(0, limit),
    sumHeldBefore: async (id, end) =>
      tables().crowdfundings.get(id)?.decided === end
        ? listHeldDonations(id).reduce(
            (sum, { position, amount }) => (position < end ? sum + amount : sum),
            0,
          )
        : null,
  };
}
