import { z } from 'zod';
import { type Call, call, ok } from './call.ts';
import { listShape, text } from './params.ts';
import { find, type RowOf, type Table } from './rows.ts';
import type { Work } from './work.ts';

/** Definition of a list call. */
interface Listing<Name extends Table> {
  readonly table: Name;
  /** Filter parameters and their columns. */
  readonly filters: Readonly<Record<string, string>>;
  readonly present: (
    work: Work,
    rows: readonly RowOf<Name>[],
    expand: readonly string[],
  ) => Promise<readonly object[]>;
}

type ListParams = z.infer<typeof listShape>;

const filterShape = z.union([text, z.array(text).max(100)]).optional();

/** Builds the SQL conditions and their parameters. */
const conditionsOf = (
  { created, starting_after: after }: ListParams,
  filters: readonly (readonly [column: string, value: unknown])[],
  table: Table,
) => {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (place: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  for (const [column, value] of filters) {
    add(typeof value === 'string' ? [value] : value, (place) => `${column} = ANY(${place})`);
  }
  add(created?.gte, (place) => `created >= to_timestamp(${place})`);
  add(created?.lte, (place) => `created <= to_timestamp(${place})`);
  add(after, (place) => `sequence < (SELECT sequence FROM simulator.${table} WHERE id = ${place})`);
  return { where: ['true', ...conditions].join(' AND '), values };
};

/** The type covers the common parameters; filters are added by name. */
const shapeWith = (names: readonly string[]): z.ZodType<ListParams> =>
  listShape.extend(
    Object.fromEntries(names.map((name) => [name, filterShape])),
  ) as unknown as typeof listShape;

/** Defines a call that lists rows of a table, newest first. */
export const listCall = <Name extends Table>({ table, filters, present }: Listing<Name>): Call => {
  const names = Object.keys(filters);
  const path = `/v1/${table}`;
  return call({
    method: 'GET',
    path,
    shape: shapeWith(names),
    run: async (work, params) => {
      const given: Readonly<Record<string, unknown>> = { ...params };
      const after = params.starting_after;
      if (after) await find(work.client, table, after, { param: 'starting_after' });
      const narrowed = names.map((name) => [filters[name] ?? '', given[name]] as const);
      const { where, values } = conditionsOf(params, narrowed, table);
      const { rows } = await work.client.query<RowOf<Name>>(
        `SELECT * FROM simulator.${table} WHERE ${where} ORDER BY sequence DESC LIMIT ${params.limit + 1}`,
        values,
      );
      const data = await present(work, rows.slice(0, params.limit), params.expand ?? []);
      return ok({ object: 'list', url: path, has_more: rows.length > params.limit, data });
    },
  });
};
