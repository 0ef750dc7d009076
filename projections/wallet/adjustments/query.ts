import type { Adjustment } from '../../../contract/adjustments.ts';
import type { AccountId, PaymentId, Uuid } from '../../../domain/kernel/ids.ts';
import { buildPage, orderByOldestId, type Page, type Paging, toPageStart } from '../../paging.ts';
import type { Queryable } from '../../queryable.ts';

interface AdjustmentRecord extends Pick<Adjustment, 'id' | 'kind' | 'status' | 'reason'> {
  readonly account_id: AccountId;
  readonly nickname: string | null;
  readonly payment_id: PaymentId | null;
  readonly amount: string;
  readonly proposed_by: AccountId;
  readonly proposer: string | null;
  readonly proposed_at: Date;
  readonly decided_by: AccountId | null;
  readonly decider: string | null;
  readonly decided_at: Date | null;
  readonly count: string;
}

const toPerson = (id: AccountId, nickname: string | null): Adjustment['profile'] => ({
  id,
  nickname: nickname ?? '',
});

const toAdjustment = (row: AdjustmentRecord): Adjustment => ({
  id: row.id,
  profile: toPerson(row.account_id, row.nickname),
  kind: row.kind,
  payment: row.payment_id,
  amount: row.kind === 'DEBIT' ? -Number(row.amount) : Number(row.amount),
  status: row.status,
  reason: row.reason,
  proposedBy: toPerson(row.proposed_by, row.proposer),
  proposedDate: row.proposed_at.toISOString(),
  decidedBy: row.decided_by === null ? null : toPerson(row.decided_by, row.decider),
  decidedDate: row.decided_at?.toISOString() ?? null,
});

const SELECT_ADJUSTMENTS = `
  SELECT adjustment.*, owner.nickname, proposer.nickname AS proposer, decider.nickname AS decider,
    count(*) OVER () AS count
  FROM read.adjustments adjustment
  LEFT JOIN read.profiles owner ON owner.id = adjustment.account_id
  LEFT JOIN read.profiles proposer ON proposer.id = adjustment.proposed_by
  LEFT JOIN read.profiles decider ON decider.id = adjustment.decided_by`;

const OLDEST_FIRST = orderByOldestId('adjustments');
const PAGE_SIZE = 20;

/** Lists the adjustments with a given status, oldest first. */
export async function listAdjustments(
  db: Queryable,
  status: Adjustment['status'],
  paging: Paging,
): Promise<Page<Adjustment>> {
  const { key, skip } = toPageStart(OLDEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<AdjustmentRecord>({
    text: `${SELECT_ADJUSTMENTS} WHERE adjustment.status = $1 AND adjustment.id > $2
      ORDER BY adjustment.id LIMIT ${PAGE_SIZE + 1} OFFSET $3`,
    values: [status, ...key, skip],
  });
  return buildPage(OLDEST_FIRST, PAGE_SIZE, rows, toAdjustment);
}

/** Returns the oldest adjustments that await approval by a second staff member, and their total number. */
export async function listOpenAdjustments(
  db: Queryable,
  limit: number,
): Promise<{ readonly count: number; readonly items: readonly Adjustment[] }> {
  const { rows } = await db.query<AdjustmentRecord>({
    text: `${SELECT_ADJUSTMENTS} WHERE adjustment.status = 'OPEN' ORDER BY adjustment.id LIMIT $1`,
    values: [limit],
  });
  return { count: Number(rows[0]?.count ?? 0), items: rows.map(toAdjustment) };
}

/** Finds an adjustment by id. Returns null when it does not exist. */
export async function findAdjustmentById(db: Queryable, id: Uuid): Promise<Adjustment | null> {
  const { rows } = await db.query<AdjustmentRecord>({
    name: 'adjustment-by-id',
    text: `${SELECT_ADJUSTMENTS} WHERE adjustment.id = $1`,
    values: [id],
  });
  return rows[0] ? toAdjustment(rows[0]) : null;
}
