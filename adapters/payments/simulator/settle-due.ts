import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../../common/transaction.ts';
import { settlePayment } from './attempts.ts';
import type { SimulatorBehaviour } from './call-context.ts';
import { settleRefund } from './refunds.ts';
import type { RefundRow } from './rows.ts';

const BATCH_SIZE = 20;

const selectDue = (table: 'payment_intents' | 'refunds', shouldIgnoreDueTime: boolean): string =>
  `SELECT * FROM simulator.${table} WHERE settles_at ${shouldIgnoreDueTime ? 'IS NOT NULL' : '<= clock_timestamp()'}
   ORDER BY settles_at LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED`;

const settleBatch = async (
  client: PoolOrClient,
  behaviour: SimulatorBehaviour,
  shouldIgnoreDueTime: boolean,
): Promise<number> => {
  const context = { client, behaviour, caller: 'secret', requestId: null, idempotencyKey: null } as const;
  const payments = await client.query<{ id: string }>(selectDue('payment_intents', shouldIgnoreDueTime));
  for (const { id } of payments.rows) await settlePayment(context, id);
  const refunds = await client.query<RefundRow>(selectDue('refunds', shouldIgnoreDueTime));
  for (const refund of refunds.rows) await settleRefund(context, refund);
  return payments.rows.length + refunds.rows.length;
};

/** Completes due payments and refunds, or all delayed ones if `shouldIgnoreDueTime`. Several processes can run it concurrently. */
export const settleDuePaymentsAndRefunds = async (
  pool: Pool,
  behaviour: SimulatorBehaviour,
  shouldIgnoreDueTime = false,
): Promise<void> => {
  let count: number;
  do {
    count = await inTransaction(pool, (client) => settleBatch(client, behaviour, shouldIgnoreDueTime));
  } while (count >= BATCH_SIZE);
};
