/** Types of journal entries. */
export const ENTRY_TYPES = [
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
] as const;

/** Type of a journal entry. */
export type EntryType = (typeof ENTRY_TYPES)[number];
