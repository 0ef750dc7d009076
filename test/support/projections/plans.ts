import type pg from 'pg';
import type { Queryable } from '../../../projections/queryable.ts';

/** A node in the plan of an executed PostgreSQL statement, with its child nodes. */
export interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/**
 * Runs a read. Returns its result and the plans of its statements. To get the plans, each statement is executed a
 * second time.
 */
export async function readWithPlans<Result>(
  pool: pg.Pool,
  read: (db: Queryable) => Promise<Result>,
): Promise<{ readonly result: Result; readonly plans: readonly Plan[] }> {
  const queries: pg.QueryConfig[] = [];
  const query = (config: pg.QueryConfig) => {
    queries.push(config);
    return pool.query(config);
  };
  const result = await read({ query } as unknown as Queryable);
  if (queries.length === 0) throw new Error('no query was sent');
  const plans: Plan[] = [];
  for (const { text, values } of queries) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    plans.push(rows[0]['QUERY PLAN'][0].Plan);
  }
  return { result, plans };
}

/** Returns the number of rows that the plans read from a table. */
export const countRowsRead = (table: string, plans: readonly Plan[]): number =>
  plans.reduce(
    (sum, plan) =>
      sum +
      (plan['Relation Name'] === table
        ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
        : 0) +
      countRowsRead(table, plan.Plans ?? []),
    0,
  );
