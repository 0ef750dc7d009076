/** Checks before an account is erased. The erasure itself is `eraseAccount` in the domain. */
import { accountDecider } from '../domain/accounts/decide.ts';
import { isStaffRole } from '../domain/accounts/roles.ts';
import type { Handler } from '../domain/handle.ts';
import { DAY_MS } from '../domain/kernel/durations.ts';
import { type AccountId, addMs } from '../domain/kernel/ids.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { EventLog } from '../domain/ports/event-log.ts';
import { type Payment, type Payments, readAllPages } from '../domain/ports/payments.ts';
import type { ReadModelProgress } from '../domain/ports/read-models.ts';
import {
  listUnfinishedCrowdfundings,
  type UnfinishedCrowdfunding,
} from '../projections/crowdfunding/unfinished/query.ts';
import { findBookedPayments } from '../projections/ledger/journal/query.ts';
import type { Queryable } from '../projections/queryable.ts';

/** Dependencies of `findErasureObstacles`. */
export interface ErasureDependencies {
  readonly pool: Queryable;
  readonly log: Pick<EventLog, 'head'>;
  readonly handler: Pick<Handler, 'load'>;
  readonly payments: Payments;
  readonly progress: ReadModelProgress;
  readonly clock: Clock;
}

/** Reason why an account cannot be erased yet. */
export type ErasureObstacle =
  | { readonly kind: 'staff' }
  | { readonly kind: 'payment'; readonly payment: Payment }
  | { readonly kind: 'crowdfunding'; readonly crowdfunding: UnfinishedCrowdfunding };

/** Thrown when the read models are behind the log and therefore may not show all obstacles. */
export class ReadModelsBehind extends Error {
  constructor() {
    super('the read models are behind the log');
    this.name = 'ReadModelsBehind';
  }
}

/** Maximum time a card payment can take, in milliseconds. */
const CHECKOUT_TIMEOUT_MS = DAY_MS;

/** Card payments of the last 24 hours that are in progress or have succeeded, by account. */
export type RecentPayments = ReadonlyMap<AccountId, readonly Payment[]>;

/**
 * Lists recent payments from the provider.
 * @throws PaymentsUnavailable when the payment provider does not respond
 */
export async function loadRecentPayments({
  payments,
  clock,
}: Pick<ErasureDependencies, 'payments' | 'clock'>): Promise<RecentPayments> {
  const since = addMs(clock.now(), -CHECKOUT_TIMEOUT_MS);
  const recentPayments = new Map<AccountId, Payment[]>();
  for await (const payment of readAllPages((page) => payments.list({ since, ...page }))) {
    const { accountId, status } = payment;
    if (accountId === null || (status !== 'processing' && status !== 'succeeded')) continue;
    const accountPayments = recentPayments.get(accountId);
    if (accountPayments) accountPayments.push(payment);
    else recentPayments.set(accountId, [payment]);
  }
  return recentPayments;
}

/** Returns an account's card payments that are in progress, or that have succeeded but are not booked. */
async function findPendingPayments(
  pool: Queryable,
  accountId: AccountId,
  recentPayments: RecentPayments,
): Promise<readonly Payment[]> {
  const ownPayments = recentPayments.get(accountId) ?? [];
  if (ownPayments.length === 0) return [];
  const ids = ownPayments.map(({ id }) => id);
  const bookedIds = await findBookedPayments(pool, accountId, ids);
  return ownPayments.filter(({ id, status }) => status === 'processing' || !bookedIds.has(id));
}

/**
 * Returns the obstacles to erasing an account: a staff role, pending payments or unfinished campaigns.
 * @param waitMs maximum wait for the read models, in milliseconds
 * @param recentPayments loaded if omitted
 * @throws ReadModelsBehind when the read models do not catch up in time
 * @throws PaymentsUnavailable when the payment provider does not respond
 */
export async function findErasureObstacles(
  dependencies: ErasureDependencies,
  accountId: AccountId,
  waitMs: number,
  recentPayments?: RecentPayments,
): Promise<readonly ErasureObstacle[]> {
  const { pool, log, handler, progress } = dependencies;
  if (!(await progress.waitFor(['crowdfundings', 'journal'], await log.head(), waitMs)))
    throw new ReadModelsBehind();
  const { role } = (await handler.load(accountDecider, accountId)).state;
  const payments = await findPendingPayments(
    pool,
    accountId,
    recentPayments ?? (await loadRecentPayments(dependencies)),
  );
  const crowdfundings = await listUnfinishedCrowdfundings(pool, accountId);
  return [
    ...(isStaffRole(role) ? [{ kind: 'staff' as const }] : []),
    ...payments.map((payment) => ({ kind: 'payment' as const, payment })),
    ...crowdfundings.map((crowdfunding) => ({ kind: 'crowdfunding' as const, crowdfunding })),
  ];
}
