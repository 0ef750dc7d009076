import { z } from 'zod';
import type { CallContext } from './call-context.ts';
import { type Call, createOkResponse, defineCall } from './define-call.ts';
import { listSchema, text } from './params.ts';
import { findRow, type Table, type TableRow } from './rows.ts';

interface ListDefinition<Name extends Table> {
  readonly table: Name;
  readonly filters: Readonly<Record<string, string>>;
  readonly present: (
    context: CallContext,
    rows: readonly TableRow<Name>[],
    expand: readonly string[],
  ) => Promise<readonly object[]>;
}

type ListParams = z.infer<typeof listSchema>;

const filterSchema = z.union([text, z.array(text).max(100)]).optional();

const buildConditions = (
  { created, starting_after: after }: ListParams,
  filters: readonly (readonly [column: string, value: unknown])[],
  table: Table,
) => {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const addCondition = (value: unknown, condition: (placeholder: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  for (const [column, value] of filters) {
    addCondition(
      typeof value === 'string' ? [value] : value,
      (placeholder) => `${column} = ANY(${placeholder})`,
    );
  }
  addCondition(created?.gte, (placeholder) => `created >= to_timestamp(${placeholder})`);
  addCondition(created?.lte, (placeholder) => `created <= to_timestamp(${placeholder})`);
  addCondition(
    after,
    (placeholder) => `sequence < (SELECT sequence FROM simulator.${table} WHERE id = ${placeholder})`,
  );
  return { where: ['true', ...conditions].join(' AND '), values };
};

/** The type of the schema omits the filters, which are read by name. */
const createListSchema = (names: readonly string[]): z.ZodType<ListParams> =>
  listSchema.extend(
    Object.fromEntries(names.map((name) => [name, filterSchema])),
  ) as unknown as typeof listSchema;

/** Defines an API call that lists the rows of a table, newest first. */
export const defineListCall = <Name extends Table>({
  table,
  filters,
  present,
}: ListDefinition<Name>): Call => {
  const names = Object.keys(filters);
  const path = `/v1/${table}`;
  return defineCall({
    method: 'GET',
    path,
    paramsSchema: createListSchema(names),
    run: async (context, params) => {
      const paramValues: Readonly<Record<string, unknown>> = { ...params };
      const after = params.starting_after;
      if (after) await findRow(context.client, table, after, { param: 'starting_after' });
      const filterValues = names.map((name) => [filters[name] ?? '', paramValues[name]] as const);
      const { where, values } = buildConditions(params, filterValues, table);
      const { rows } = await context.client.query<TableRow<Name>>(
        `SELECT * FROM simulator.${table} WHERE ${where} ORDER BY sequence DESC LIMIT ${params.limit + 1}`,
        values,
      );
      const data = await present(context, rows.slice(0, params.limit), params.expand ?? []);
      return createOkResponse({ object: 'list', url: path, has_more: rows.length > params.limit, data });
    },
  });
};

/** Defines the API calls that list the rows of a table and that read one row. */
export const defineReadCalls = <Name extends Table>(
  table: Name,
  filters: ListDefinition<Name>['filters'],
  present: (row: TableRow<Name>) => object,
): readonly Call[] => [
  defineListCall({ table, filters, present: async (_, rows) => rows.map(present) }),
  defineCall({
    method: 'GET',
    path: `/v1/${table}/:id`,
    paramsSchema: z.strictObject({}),
    run: async ({ client }, _, id) => createOkResponse(present(await findRow(client, table, id))),
  }),
];
