import type { AccountEvent } from '../../../domain/accounts/events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import type { AccountId, Instant, Uuid } from '../../../domain/kernel/ids.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';

type CancellationOrder = { readonly eventId: Uuid; readonly until: Instant | null };

const ORDERS = `SELECT account_id AS id, event_id AS "eventId",
    to_char(created_before AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS until
  FROM read.crowdfunding_cancellations`;

/** Creates a check that recomputes staff orders to cancel all campaigns of an account. */
export function createOrdersCheck(getCheckpoint: GetCheckpoint): Check {
  const until = getCheckpoint('crowdfundings');
  const orders = new Map<AccountId, CancellationOrder>();
  return {
    until,
    types: ['CrowdfundingCancellationOrdered', 'AccountReactivated'],
    selects: [ORDERS],
    processEvent: ({ position, id: eventId, metadata, ...event }) => {
      const { type, data } = event as DomainEvent as AccountEvent;
      if (position > until) return;
      if (type === 'CrowdfundingCancellationOrdered') orders.set(data.accountId, { eventId, until: null });
      const order = orders.get(data.accountId);
      if (type === 'AccountReactivated' && order)
        orders.set(data.accountId, { ...order, until: metadata.occurredAt });
    },
    compare: (readRows) => compareRows(readRows, 'crowdfundings', 'cancellation-order', ORDERS, orders),
    countChecked: () => ({ cancellationOrders: orders.size }),
  };
}
