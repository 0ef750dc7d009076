import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Problem } from './problem.ts';
import type { RowReader } from './start-queries.ts';

/** One check of the verification. Recomputes the content of some read models from the log alone. */
export interface Check {
  /** Last position that the check needs. */
  readonly until: Position;
  /** Event types that the check needs. */
  readonly types: Iterable<string>;
  /** Queries that `compare` reads. They are executed while the log is read. */
  readonly selects: readonly string[];
  /** Processes an event of these types, in log order. Events after `until` may be included. */
  readonly processEvent: (event: RecordedEvent) => void;
  /** Compares the recount with the read models. Must be called after all events are processed. */
  readonly compare: (readRows: RowReader) => Promise<readonly Problem[]>;
  /** Number of checked items by kind. */
  readonly countChecked: () => Readonly<Record<string, number>>;
}

/** Checkpoint of a projection when the verification started; 0 if it never ran. */
export type Checkpoints = (projection: string) => Position;

interface Fields {
  readonly [field: string]: unknown;
}

/**
 * Compares rows by id, field by field. Numbers that PostgreSQL returns as strings are compared as numbers.
 */
export async function compareRows(
  readRows: RowReader,
  kind: string,
  select: string,
  expected: Iterable<readonly [string, Fields]>,
): Promise<readonly Problem[]> {
  const missingRows = new Map(expected);
  const problems: Problem[] = [];
  for await (const { id, ...actual } of readRows<Fields & { id: string }>(select)) {
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
