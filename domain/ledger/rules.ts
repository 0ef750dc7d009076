/** What a journal entry may record. */
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

/** What a journal entry records. */
export type EntryType = (typeof ENTRY_TYPES)[number];
