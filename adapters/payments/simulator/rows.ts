import type { PoolOrClient } from '../../../common/transaction.ts';
import type { PaymentStatus } from '../../../domain/wallet/rules.ts';
import type { StoredCard } from './card-details.ts';
import { createInvalidRequest, type ProblemDetails } from './problem.ts';

type Metadata = Readonly<Record<string, string>>;

/** Row of a payment. Amounts are in cents. `settles_at` is set while a delayed payment is processed. */
export interface IntentRow {
  readonly id: string;
  readonly created: Date;
  readonly client_secret: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: Exclude<PaymentStatus, 'requires_capture'>;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly card: StoredCard | null;
  readonly attempts: number;
  readonly latest_charge: string | null;
  readonly last_payment_error: ProblemDetails | null;
  readonly return_url: string | null;
  readonly challenge: string | null;
  readonly settles_at: Date | null;
  readonly canceled_at: Date | null;
  readonly cancellation_reason: string | null;
}

/** Columns of the objects that belong to a payment. */
interface PaymentChildRow {
  readonly id: string;
  readonly created: Date;
  readonly payment_intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
}

/** Row of a payment attempt that reached the bank. The failure columns are null unless the attempt was declined. */
export interface ChargeRow extends PaymentChildRow {
  readonly amount_refunded: number;
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly disputed: boolean;
  readonly card: StoredCard;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
}

/** Row of a refund. `settles_at` and `settles_as` are set while a change of its status is planned. */
export interface RefundRow extends PaymentChildRow {
  readonly charge: string;
  readonly status: 'succeeded' | 'pending' | 'failed' | 'canceled';
  readonly reason: string | null;
  readonly failure_reason: string | null;
  readonly settles_at: Date | null;
  readonly settles_as: 'succeeded' | 'failed' | null;
}

/** Row of a dispute about a charge. */
export interface DisputeRow extends PaymentChildRow {
  readonly charge: string;
  readonly status: 'needs_response' | 'under_review' | 'won' | 'lost';
  readonly reason: string;
}

/** Row of a webhook event. `body` is the JSON that is delivered. */
export interface EventRow {
  readonly id: string;
  readonly created: Date;
  readonly type: string;
  readonly body: string;
}

interface Rows {
  readonly payment_intents: IntentRow;
  readonly charges: ChargeRow;
  readonly refunds: RefundRow;
  readonly disputes: DisputeRow;
  readonly events: EventRow;
}

/** Name of a table in the schema `simulator`. */
export type Table = keyof Rows;
/** Row of a table, by table name. */
export type TableRow<Name extends Table> = Rows[Name];

/** Serializes a value for a JSON column. The driver would write arrays as PostgreSQL arrays. */
const toColumnValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;

/** Inserts a row and returns it with the defaults of its other columns. */
export const insertRow = async <Name extends Table>(
  client: PoolOrClient,
  table: Name,
  values: Partial<TableRow<Name>>,
): Promise<TableRow<Name>> => {
  const columns = Object.keys(values);
  const placeholders = columns.map((_, index) => `$${index + 1}`);
  const { rows } = await client.query<TableRow<Name>>(
    `INSERT INTO simulator.${table} (${columns.join(', ')}) VALUES (${placeholders.join(', ')}) RETURNING *`,
    Object.values(values).map(toColumnValue),
  );
  return rows[0]!;
};

/** Sets columns of an existing row and returns the whole row. */
export const updateRow = async <Name extends Table>(
  client: PoolOrClient,
  table: Name,
  id: string,
  values: Partial<TableRow<Name>>,
): Promise<TableRow<Name>> => {
  const assignments = Object.keys(values).map((column, index) => `${column} = $${index + 2}`);
  const { rows } = await client.query<TableRow<Name>>(
    `UPDATE simulator.${table} SET ${assignments.join(', ')} WHERE id = $1 RETURNING *`,
    [id, ...Object.values(values).map(toColumnValue)],
  );
  return rows[0]!;
};

/**
 * Reads a row by its id. With `forUpdate`, locks the row until the end of the transaction.
 * @throws Problem for an unknown id
 */
export const findRow = async <Name extends Table>(
  client: PoolOrClient,
  table: Name,
  id: string,
  { forUpdate = false, param = 'id' } = {},
): Promise<TableRow<Name>> => {
  const { rows } = await client.query<TableRow<Name>>(
    `SELECT * FROM simulator.${table} WHERE id = $1 ${forUpdate ? 'FOR NO KEY UPDATE' : ''}`,
    [id],
  );
  if (rows[0]) return rows[0];
  const objectName = table.slice(0, -'s'.length);
  throw createInvalidRequest(`No such ${objectName}: '${id}'`, { code: 'resource_missing', param }, 404);
};
