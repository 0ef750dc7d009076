import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../../domain/kernel/event.ts';

/** SQL that creates a plain table with a numeric key and the columns of an event. */
export const BARE_TABLE = `CREATE TABLE IF NOT EXISTS public.bare (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text, event_id uuid, type text, data json, metadata json)`;

/** Creates the cheapest statement that stores an event: an insert of one row in its own transaction. */
export function createBareInsert(event: NewEvent): { name: string; text: string; values: string[] } {
  return {
    name: 'bare',
    text: 'INSERT INTO public.bare (stream, event_id, type, data, metadata) VALUES ($1, $2, $3, $4, $5)',
    values: [
      getLikeStream(event),
      event.id,
      event.type,
      JSON.stringify(event.data),
      JSON.stringify(event.metadata),
    ],
  };
}

/** Creates a like event. It is the first event of a new stream. */
export function createLikeEvent(): NewEvent {
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

/** Returns the stream name of an event that `createLikeEvent` created. */
export function getLikeStream({ data }: NewEvent): string {
  const { postId, accountId } = data as { postId: string; accountId: string };
  return `like-${postId}_${accountId}`;
}
