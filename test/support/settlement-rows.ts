import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId } from '../../domain/kernel/ids.ts';
import {
  CROWDFUNDINGS_TABLE,
  getEscrowBalance,
  type HeldDonation,
  type SettledCrowdfunding,
  type SettlementChange,
  settlementChanges,
} from '../../domain/settlement/settlement.ts';
import type { OrderedCancellation } from '../../projections/crowdfunding/ordered-cancellations/query.ts';
import type { SettlementRows } from '../../workers/crowdfunding/settlement-rows.ts';

/** An order by staff to cancel all crowdfundings of an account. */
interface Order extends Omit<OrderedCancellation, 'id'> {
  /** Position of the event that reactivated the account; later crowdfundings are not covered. */
  readonly until: Position;
}

/** A crowdfunding that is pending or active. */
interface OpenCrowdfunding {
  readonly creator: AccountId;
  readonly created: Position;
}

/** The rows of the settlement, in memory. */
export interface SettlementTables {
  readonly orders: ReadonlyMap<AccountId, Order>;
  readonly open: ReadonlyMap<CrowdfundingId, OpenCrowdfunding>;
  readonly crowdfundings: ReadonlyMap<string, SettledCrowdfunding>;
  readonly donations: ReadonlyMap<string, HeldDonation>;
}

export const noTables: SettlementTables = {
  crowdfundings: new Map(),
  donations: new Map(),
  orders: new Map(),
  open: new Map(),
};

/** Returns the row changes of an event; none for unknown types. */
export const projectSettlement = (event: RecordedEvent): readonly SettlementChange[] => {
  const handlers: Readonly<Record<string, unknown>> = settlementChanges;
  const handler = handlers[event.type] as ((event: RecordedEvent) => readonly SettlementChange[]) | undefined;
  return handler?.(event) ?? [];
};

function apply(
  crowdfundings: Map<string, SettledCrowdfunding>,
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
  const sums = Object.entries(change.by).map(([name, by]) => [name, Number(row[name as 'donated']) + by]);
  crowdfundings.set(row.id, { ...row, ...Object.fromEntries(sums) });
}

const ENDS = ['CrowdfundingRejected', 'CrowdfundingCancelled', 'CrowdfundingClosed', 'CrowdfundingExpired'];

/** Applies an event to the open crowdfundings and the orders. */
function applyOrders(
  orders: Map<AccountId, Order>,
  open: Map<CrowdfundingId, OpenCrowdfunding>,
  event: RecordedEvent,
): void {
  const { id: eventId, type, position, metadata } = event;
  const data = event.data as { accountId: AccountId; crowdfundingId: CrowdfundingId; creatorId: AccountId };
  if (type === 'CrowdfundingCreated')
    open.set(data.crowdfundingId, { creator: data.creatorId, created: position });
  if (ENDS.includes(type)) open.delete(data.crowdfundingId);
  if (type === 'CrowdfundingCancellationOrdered') {
    const { correlationId, actor, reason = null } = metadata;
    orders.set(data.accountId, { eventId, correlationId, actor, reason, until: Number.POSITIVE_INFINITY });
  }
  const order = orders.get(data.accountId);
  if (type === 'AccountReactivated' && order) orders.set(data.accountId, { ...order, until: position });
}

/** Returns the tables after further events, without changing the given ones. */
export function createSettlementTables(
  events: readonly RecordedEvent[],
  before: SettlementTables = noTables,
): SettlementTables {
  const crowdfundings = new Map(before.crowdfundings);
  const donations = new Map(before.donations);
  const orders = new Map(before.orders);
  const open = new Map(before.open);
  for (const event of events) {
    for (const change of projectSettlement(event)) apply(crowdfundings, donations, change);
    applyOrders(orders, open, event);
  }
  return { crowdfundings, donations, orders, open };
}

const getName = ({ expires, id }: SettledCrowdfunding): string => `${expires} ${id}`;

const getNoticeName = ({ notice, id }: SettledCrowdfunding): string => `${notice} ${id}`;

/** Creates the queries of the settlement on rows in memory; all read the same state. */
export function createRowsInMemory(tables: () => SettlementTables): SettlementRows {
  const listHeldDonations = (id: string): readonly HeldDonation[] =>
    [...tables().donations.values()]
      .filter(({ crowdfunding }) => crowdfunding === id)
      .sort((a, b) => a.position - b.position);
  const listCrowdfundings = (): readonly SettledCrowdfunding[] => [...tables().crowdfundings.values()];
  return {
    areInLog: async () => true,
    listCrowdfundingsToExpire: async (at, after, limit) =>
      listCrowdfundings()
        .filter(({ outcome, expires }) => outcome === 'OPEN' && expires !== null && expires <= at)
        .filter((row) => !after || getName(row) > getName(after))
        .sort((a, b) => (getName(a) < getName(b) ? -1 : 1))
        .slice(0, limit),
    listCrowdfundingsToAnnounce: async (at, after, limit) =>
      listCrowdfundings()
        .filter(({ outcome, notice }) => outcome === 'OPEN' && notice !== null && notice <= at)
        .filter(({ expires }) => expires !== null && expires > at)
        .filter((row) => !after || getNoticeName(row) > getNoticeName(after))
        .sort((a, b) => (getNoticeName(a) < getNoticeName(b) ? -1 : 1))
        .slice(0, limit),
    listCrowdfundingsToCancel: async (after, limit) =>
      [...tables().open]
        .flatMap(([id, { creator, created }]) => {
          const order = tables().orders.get(creator);
          return order && created < order.until ? [{ id, ...order }] : [];
        })
        .filter(({ id }) => !after || id > after.id)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    listCrowdfundingsToSettle: async (after, limit) =>
      listCrowdfundings()
        .filter((row) => (row.decided ?? 0) > after && getEscrowBalance(row) > 0)
        .sort((a, b) => (a.decided ?? 0) - (b.decided ?? 0))
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
