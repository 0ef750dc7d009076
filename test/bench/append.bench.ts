import { randomUUID } from 'node:crypto';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { type Benchmark, type BenchmarkRow, comparedRow, interleave, ratePerSecond } from './harness.ts';

const ROUND_MS = 1_000;

/** Appends of one event to a new stream each, beside bare inserts of the same row, each with its own commit. */
export const appendBenchmark: Benchmark = {
  name: 'append',
  run: async ({ freshDatabase, quick, note }) => {
    const database = await freshDatabase();
    const { pool } = database;
    await pool.query(BARE_TABLE);
    const log = createPostgresEventLog({ pool });
    const rows: BenchmarkRow[] = [];
    for (const writers of [16, 64]) {
      note(`${writers} writers`);
      const rates = await interleave(quick ? 3 : 7, {
        bare: () => ratePerSecond(writers, ROUND_MS, () => pool.query(bareInsert(newLike()))),
        append: () =>
          ratePerSecond(writers, ROUND_MS, () => {
            const event = newLike();
            return log.append(streamOf(event), [event], 'no_stream');
          }),
      });
      rows.push(
        comparedRow({
          what: `append, one event a stream, ${writers} writers`,
          unit: 'events/s',
          rates: rates.append,
          limitName: 'insert + commit of one row',
          limits: rates.bare,
          goalRatio: 0.7,
        }),
      );
    }
    await log.close();
    await database.drop();
    return rows;
  },
};

/** A table like any other: a number as its key, and the columns of an event. */
export const BARE_TABLE = `CREATE TABLE public.bare (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text, event_id uuid, type text, data json, metadata json)`;

/** The cheapest way to keep an event: one row, one statement, one commit. */
export function bareInsert(event: NewEvent): { name: string; text: string; values: string[] } {
  return {
    name: 'bare',
    text: 'INSERT INTO public.bare (stream, event_id, type, data, metadata) VALUES ($1, $2, $3, $4, $5)',
    values: [
      streamOf(event),
      event.id,
      event.type,
      JSON.stringify(event.data),
      JSON.stringify(event.metadata),
    ],
  };
}

export function newLike(): NewEvent {
  const accountId = randomUUID();
  return {
    id: randomUUID(),
    type: 'PostLiked',
    data: { postId: randomUUID(), accountId },
    metadata: {
      correlationId: randomUUID(),
      causationId: randomUUID(),
      actor: { kind: 'account', id: accountId },
      occurredAt: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  };
}

function streamOf({ data }: NewEvent): string {
  const { postId, accountId } = data as { postId: string; accountId: string };
  return `like-${postId}_${accountId}`;
}
