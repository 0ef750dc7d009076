import { runMigrations } from 'bullmq';
import type { Knex } from 'knex';

/** BullMQ's migrations open a transaction of their own. */
export const config = { transaction: false };

/**
 * Creates the tables of BullMQ in schema `bullmq`, which store the jobs where there is no Redis. A version of BullMQ with newer
 * tables needs another migration that does the same; `test/contract/jobs` compares the versions.
 */
export async function up(knex: Knex): Promise<void> {
  const client = await knex.client.acquireConnection();
  try {
    await runMigrations(client);
  } finally {
    await knex.client.releaseConnection(client);
  }
}
