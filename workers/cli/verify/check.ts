import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Problem } from './problem.ts';
import type { RowReader } from './start-queries.ts';

/** One check in the verification. It recomputes the content of some read models from the log alone. */
export interface Check {
  /** Last log position that the check needs. */
  readonly until: Position;
  /** Event types that the check needs. */
  readonly types: Iterable<string>;
  /** Queries whose rows `compare` reads. They run while the log is read. */
  readonly selects: readonly string[];
  /** Processes an event with one of `types`, in log order. Events after `until` may be included. */
  readonly processEvent: (event: RecordedEvent) => void;
  /** Compares the recomputed content with the read models. Must be called after all events are processed. */
  readonly compare: (readRows: RowReader) => Promise<readonly Problem[]>;
  /** Returns the number of checked items by kind. */
  readonly countChecked: () => Readonly<Record<string, number>>;
}

/** Returns a projection's checkpoint as of the start of the verification, or 0 if the projection never ran. */
export type GetCheckpoint = (projection: string) => Position;

interface Fields {
  readonly [field: string]: unknown;
}

/**
 * Compares rows by id, field by field. Numbers that PostgreSQL returns as strings are compared by value.
 * @param readModel projection that `replay` rebuilds to repair the rows
 */
export async function compareRows(
  readRows: RowReader,
  readModel: string,
  kind: string,
  select: string,
  expected: Iterable<readonly [string, Fields]>,
): Promise<readonly Problem[]> {
  const missingRows = new Map(expected);
  const problems: Problem[] = [];
  for await (const { id, ...actual } of readRows<Fields & { id: string }>(select)) {
    const expectedFields = missingRows.get(id);
    missingRows.delete(id);
    if (!expectedFields)
      problems.push({ readModel, kind: `unexpected-${kind}`, subject: id, expected: null, actual });
    else problems.push(...compareFields(readModel, id, expectedFields, actual));
  }
  for (const [id, expectedFields] of missingRows)
    problems.push({
      readModel,
      kind: `missing-${kind}`,
      subject: id,
      expected: expectedFields,
      actual: null,
    });
  return problems;
}

const compareFields = (
  readModel: string,
  subject: string,
  expectedFields: Fields,
  actual: Fields,
): readonly Problem[] =>
  Object.keys(expectedFields)
    .filter((field) => String(expectedFields[field]) !== String(actual[field]))
    .map((field) => ({
      readModel,
      kind: field,
      subject,
      expected: expectedFields[field],
      actual: toComparable(expectedFields[field], actual[field]),
    }));

const toComparable = (expected: unknown, value: unknown): unknown =>
  typeof expected === 'number' ? Number(value) : value;
