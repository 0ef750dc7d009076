import type { ClientBase } from 'pg';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Problem } from './problem.ts';

/** One part of the verification: what some read models must hold, worked out anew from the log alone. */
export interface Check {
  /** Up to where it wants the log. */
  readonly until: Position;
  /** Types of the events that it has to see. */
  readonly types: Iterable<string>;
  /** Takes an event of these types; they come in the order of the log, and some may stand behind `until`. */
  readonly take: (event: RecordedEvent) => void;
  /** What differs from the read models as the client's transaction sees them, once every event was taken. */
  readonly compare: (client: ClientBase) => Promise<readonly Problem[]>;
  /** How much was looked at, by kind. */
  readonly checked: () => Readonly<Record<string, number>>;
}

/** Where projections stood when the verification began: 0 for one that never ran. */
export type Checkpoints = (projection: string) => Position;

const PAGE = 10_000;

/** The rows of a query, a page at a time, however many there are. */
export async function* rowsOf<Row extends object>(client: ClientBase, select: string): AsyncGenerator<Row> {
  await client.query(`DECLARE checked NO SCROLL CURSOR FOR ${select}`);
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${PAGE} FROM checked`);
    yield* rows;
    if (rows.length < PAGE) break;
  }
  await client.query('CLOSE checked');
}

interface Fields {
  readonly [field: string]: unknown;
}

/** Compares rows by their ids, field by field. Numbers that PostgreSQL sends as texts count as numbers. */
export async function compareRows(
  client: ClientBase,
  kind: string,
  select: string,
  expected: Iterable<readonly [string, Fields]>,
): Promise<readonly Problem[]> {
  const missing = new Map(expected);
  const problems: Problem[] = [];
  for await (const { id, ...actual } of rowsOf<Fields & { id: string }>(client, select)) {
    const wanted = missing.get(id);
    missing.delete(id);
    if (!wanted) problems.push({ kind: `unexpected-${kind}`, subject: id, expected: null, actual });
    else problems.push(...fieldProblems(id, wanted, actual));
  }
  for (const [id, wanted] of missing)
    problems.push({ kind: `missing-${kind}`, subject: id, expected: wanted, actual: null });
  return problems;
}

const fieldProblems = (subject: string, wanted: Fields, actual: Fields): readonly Problem[] =>
  Object.keys(wanted)
    .filter((field) => String(wanted[field]) !== String(actual[field]))
    .map((field) => ({
      kind: field,
      subject,
      expected: wanted[field],
      actual: plain(wanted[field], actual[field]),
    }));

const plain = (like: unknown, value: unknown): unknown => (typeof like === 'number' ? Number(value) : value);
