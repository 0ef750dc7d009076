import type { JournalEntry } from '../../api/audit.ts';

/** Types of entries, as they are offered; `types` of the texts has their names. */
export const ENTRY_TYPES: readonly JournalEntry['type'][] = [
  'PURCHASE',
  'DONATION',
  'REFUND',
  'RELEASE',
  'ADJUSTMENT',
  'PROVIDER_REFUND',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
  'SUSPENSE',
  'WRITE_OFF',
];

/** An instant as auditors write it: '2026-11-21 09:30:00' of UTC. */
export const utcText = (instant: string): string => instant.slice(0, 19).replace('T', ' ');
