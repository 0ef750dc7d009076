import type { ClientBase } from 'pg';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Problem } from './problem.ts';

/** One check of the verification. Recomputes the content of some read models from the log alone. */
export interface Check {
  /** Last position that the check needs. */
  readonly until: Position;
  /** Event types that the check needs. */
  readonly types: Iterable<string>;
  /** Processes an event of these types, in log order. Events after `until` may be included. */
  readonly processEvent: (event: RecordedEvent) => void;
  /**
   * Compares the recount with the read models in the client's transaction. Must be called after all events are
   * processed.
   */
  readonly compare: (client: ClientBase) => Promise<readonly Problem[]>;
  /** Number of checked items by kind. */
  readonly countChecked: () => Readonly<Record<string, number>>;
}

/** Checkpoint of a projection when the verification started; 0 if it never ran. */
export type Checkpoints = (projection: string) => Position;

const PAGE_SIZE = 10_000;

/** Reads the rows of a query in pages. */
export async function* readRows<Row extends object>(client: ClientBase, select: string): AsyncGenerator<Row> {
  await client.query(`DECLARE checked NO SCROLL CURSOR FOR ${select}`);
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${PAGE_SIZE} FROM checked`);
    yield* rows;
    if (rows.length < PAGE_SIZE) break;
  }
  await client.query('CLOSE checked');
}

interface Fields {
  readonly [field: string]: unknown;
}

/**
 * Compares rows by id, field by field. Numbers that PostgreSQL returns as strings are compared as numbers.
 */
export async function compareRows(
  client: ClientBase,
  kind: string,
  select: string,
  expected: Iterable<readonly [string, Fields]>,
): Promise<readonly Problem[]> {
  const missingRows = new Map(expected);
  const problems: Problem[] = [];
  for await (const { id, ...actual } of readRows<Fields & { id: string }>(client, select)) {
    const expectedFields = missingRows.get(id);
    missingRows.delete(id);
    if (!expectedFields) problems.push({ kind: `unexpected-${kind}`, subject: id, expected: null, actual });
    else problems.push(...compareFields(id, expectedFields, actual));
  }
  for (const [id, expectedFields] of missingRows)
    problems.push({ kind: `missing-${kind}`, subject: id, expected: expectedFields, actual: null });
  return problems;
}

const compareFields = (subject: string, expectedFields: Fields, actual: Fields): readonly Problem[] =>
  Object.keys(expectedFields)
    .filter((field) => String(expectedFields[field]) !== String(actual[field]))
    .map((field) => ({
      kind: field,
      subject,
      expected: expectedFields[field],
      actual: toComparable(expectedFields[field], actual[field]),
    }));

const toComparable = (expected: unknown, value: unknown): unknown =>
  typeof expected === 'number' ? Number(value) : value;
