import type { Actor, Position } from '../../kernel/event.ts';
import type { Instant, Uuid } from '../../kernel/ids.ts';
import type { Posting } from '../journal.ts';
import type { EntryType } from '../rules.ts';

/** A journal entry in the form used by exports. */
export interface ExportedEntry {
  readonly id: Uuid;
  readonly position: Position;
  readonly type: EntryType;
  readonly dateTime: Instant;
  readonly correlationId: Uuid;
  readonly actor: Actor;
  readonly reason: string | null;
  readonly reverses: Uuid | null;
  readonly postings: readonly Posting[];
}

/** A row in an export: one posting together with the fields of its entry. */
export interface ExportedPosting {
  readonly entryId: Uuid;
  readonly position: Position;
  readonly type: EntryType;
  readonly dateTime: Instant;
  readonly account: string;
  readonly debit: number;
  readonly credit: number;
  readonly reverses: Uuid | null;
  readonly correlationId: Uuid;
  /** Kind and id of the actor, such as `staff:0198…`. */
  readonly actor: string;
  readonly reason: string | null;
}

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

/** Returns the export rows of an entry. Their fields are in column order. */
export const toExportedPostings = (entry: ExportedEntry): readonly ExportedPosting[] =>
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
