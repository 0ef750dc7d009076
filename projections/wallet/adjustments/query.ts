import type { Adjustment } from '../../../contract/adjustments.ts';
import type { AccountId, PaymentId, Uuid } from '../../../domain/kernel/ids.ts';
import { FIRST_ID, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import type { Queryable } from '../../queryable.ts';

interface AdjustmentRecord {
  readonly id: Uuid;
  readonly account_id: AccountId;
  readonly nickname: string | null;
  readonly kind: Adjustment['kind'];
  readonly payment_id: PaymentId | null;
  readonly amount: string;
  readonly status: Adjustment['status'];
  readonly reason: string | null;
  readonly proposed_by: AccountId;
  readonly proposer: string | null;
  readonly proposed_at: Date;
  readonly decided_by: AccountId | null;
  readonly decider: string | null;
  readonly decided_at: Date | null;
  readonly count: string;
}

const person = (id: AccountId, nickname: string | null): Adjustment['profile'] => ({
  id,
  nickname: nickname ?? '',
});

const adjustmentOf = (row: AdjustmentRecord): Adjustment => ({
  id: row.id,
  profile: person(row.account_id, row.nickname),
  kind: row.kind,
  payment: row.payment_id,
  amount: row.kind === 'DEBIT' ? -Number(row.amount) : Number(row.amount),
  status: row.status,
  reason: row.reason,
  proposedBy: person(row.proposed_by, row.proposer),
  proposedDate: row.proposed_at.toISOString(),
  decidedBy: row.decided_by === null ? null : person(row.decided_by, row.decider),
  decidedDate: row.decided_at?.toISOString() ?? null,
});

const SELECTION = `
  SELECT adjustment.*, owner.nickname, proposer.nickname AS proposer, decider.nickname AS decider,
    count(*) OVER () AS count
  FROM read.adjustments adjustment
  LEFT JOIN read.profiles owner ON owner.id = adjustment.account_id
  LEFT JOIN read.profiles proposer ON proposer.id = adjustment.proposed_by
  LEFT JOIN read.profiles decider ON decider.id = adjustment.decided_by`;

const OLDEST_FIRST: Order = { name: 'adjustments', kinds: ['id'], start: [FIRST_ID] };
const PAGE_SIZE = 20;

/** Adjustments of a status, oldest first. */
export async function adjustmentsPage(
  db: Queryable,
  status: Adjustment['status'],
  paging: Paging,
): Promise<Page<Adjustment>> {
  const { key, skip } = startOf(OLDEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<AdjustmentRecord>({
    text: `${SELECTION} WHERE adjustment.status = $1 AND adjustment.id > $2
      ORDER BY adjustment.id LIMIT ${PAGE_SIZE + 1} OFFSET $3`,
    values: [status, ...key, skip],
  });
  return pageOf(OLDEST_FIRST, PAGE_SIZE, rows, (row) => [row.id], adjustmentOf);
}

/** The first adjustments that await approval by another staff member, and their total number. */
export async function openAdjustments(
  db: Queryable,
  limit: number,
): Promise<{ readonly count: number; readonly items: readonly Adjustment[] }> {
  const { rows } = await db.query<AdjustmentRecord>({
    text: `${SELECTION} WHERE adjustment.status = 'OPEN' ORDER BY adjustment.id LIMIT $1`,
    values: [limit],
  });
  return { count: Number(rows[0]?.count ?? 0), items: rows.map(adjustmentOf) };
}

/** An adjustment; null when there is none with this id. */
export async function adjustmentById(db: Queryable, id: Uuid): Promise<Adjustment | null> {
  const { rows } = await db.query<AdjustmentRecord>({
    name: 'adjustment-by-id',
    text: `${SELECTION} WHERE adjustment.id = $1`,
    values: [id],
  });
  return rows[0] ? adjustmentOf(rows[0]) : null;
}
