import type { DomainEvent, RecordedEvent } from '../../../domain/kernel/event.ts';
import { bookedEventTypes, toJournalEntry } from '../../../domain/ledger/journal.ts';
import { insert, type Projection, type RowChange } from '../../engine/definition.ts';

const ENTRIES = 'journal_entries';
const POSTINGS = 'journal_postings';

/** Returns the reason that staff gave, or else the reason in the event. Returns null if there is neither. */
export function getReason({ data, metadata }: RecordedEvent<DomainEvent>): string | null {
  if (metadata.reason !== undefined) return metadata.reason;
  return 'reason' in data && typeof data.reason === 'string' ? data.reason : null;
}

function bookEvent(event: RecordedEvent<DomainEvent>): readonly RowChange[] {
  const entry = toJournalEntry(event);
  if (!entry) return [];
  const { position, metadata } = event;
  return [
    insert(ENTRIES, {
      position,
      id: entry.id,
      type: entry.type,
      occurred_at: metadata.occurredAt,
      event_id: event.id,
      stream: event.stream,
      correlation_id: metadata.correlationId,
      actor_kind: metadata.actor.kind,
      actor_id: metadata.actor.id,
      reason: getReason(event),
      reverses: entry.reverses,
      account_id: entry.accountId,
      crowdfunding_id: entry.crowdfundingId,
      donation_id: entry.donationId,
      payment_id: entry.paymentId,
    }),
    ...entry.postings.map((posting, line) => insert(POSTINGS, { position, line, ...posting })),
  ];
}

/** The journal: all entries with their postings, in log order. */
export const journalProjection: Projection = {
  name: 'journal',
  version: 1,
  tables: [
    {
      name: ENTRIES,
      key: ['position'],
      columns: {
        position: 'bigint',
        id: 'uuid',
        type: 'text',
        occurred_at: 'timestamptz',
        event_id: 'uuid',
        stream: 'text',
        correlation_id: 'uuid',
        actor_kind: 'text',
        actor_id: 'text',
        reason: 'text',
        reverses: 'uuid',
        account_id: 'uuid',
        crowdfunding_id: 'uuid',
        donation_id: 'uuid',
        payment_id: 'text',
      },
    },
    {
      name: POSTINGS,
      key: ['position', 'line'],
      columns: { position: 'bigint', line: 'integer', account: 'text', debit: 'bigint', credit: 'bigint' },
    },
  ],
  on: Object.fromEntries(bookedEventTypes.map((type) => [type, bookEvent])),
};
