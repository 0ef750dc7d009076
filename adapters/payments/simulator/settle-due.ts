import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../../common/transaction.ts';
import { settlePayment } from './attempts.ts';
import type { SimulatorBehaviour } from './call-context.ts';
import { settleRefund } from './refunds.ts';
import type { RefundRow } from './rows.ts';

const BATCH_SIZE = 20;

const selectDue = (table: 'payment_intents' | 'refunds', isEarly: boolean): string =>
  `SELECT * FROM simulator.${table} WHERE settles_at ${isEarly ? 'IS NOT NULL' : '<= clock_timestamp()'}
   ORDER BY settles_at LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED`;

const settleBatch = async (
  client: PoolOrClient,
  behaviour: SimulatorBehaviour,
  isEarly: boolean,
): Promise<number> => {
  const context = { client, behaviour, caller: 'secret', requestId: null, idempotencyKey: null } as const;
  const payments = await client.query<{ id: string }>(selectDue('payment_intents', isEarly));
  for (const { id } of payments.rows) await settlePayment(context, id);
  const refunds = await client.query<RefundRow>(selectDue('refunds', isEarly));
  for (const refund of refunds.rows) await settleRefund(context, refund);
  return payments.rows.length + refunds.rows.length;
};

/** Completes due payments and refunds, or all delayed ones if `isEarly`. Several processes can run it concurrently. */
export const settleDue = async (
  pool: Pool,
  behaviour: SimulatorBehaviour,
  isEarly = false,
): Promise<void> => {
  let count: number;
  do {
    count = await inTransaction(pool, (client) => settleBatch(client, behaviour, isEarly));
  } while (count >= BATCH_SIZE);
};
