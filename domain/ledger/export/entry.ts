import type { Actor, Position } from '../../kernel/event.ts';
import type { Instant, Uuid } from '../../kernel/ids.ts';
import type { JournalEntry } from '../journal.ts';

/** A journal entry in the form used by exports. */
export interface ExportedEntry extends Pick<JournalEntry, 'id' | 'type' | 'reverses' | 'postings'> {
  readonly position: Position;
  readonly dateTime: Instant;
  readonly correlationId: Uuid;
  readonly actor: Actor;
  readonly reason: string | null;
}

/**
 * Returns the export rows of an entry, one per posting. Their fields are in column order. `actor` is the kind and id of
 * the actor, such as `staff:0198…`.
 */
export const toExportedPostings = (entry: ExportedEntry) =>
  entry.postings.map(({ account, debit, credit }) => ({
    entryId: entry.id,
    position: entry.position,
    type: entry.type,
    dateTime: entry.dateTime,
    account,
    debit,
    credit,
    reverses: entry.reverses,
    correlationId: entry.correlationId,
    actor: `${entry.actor.kind}:${entry.actor.id}`,
    reason: entry.reason,
  }));

/** A row in an export: one posting together with the fields of its entry. */
export type ExportedPosting = ReturnType<typeof toExportedPostings>[number];

/** Columns in an export, in order. */
export const EXPORT_COLUMNS: readonly (keyof ExportedPosting)[] = [
  'entryId',
  'position',
  'type',
  'dateTime',
  'account',
  'debit',
  'credit',
  'reverses',
  'correlationId',
  'actor',
  'reason',
];
