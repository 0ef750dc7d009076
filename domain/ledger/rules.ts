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

/** Number of weeks in the platform overview, including the current week. */
export const OVERVIEW_WEEKS = 12;

/** Maximum number of results per kind in an audit search. */
export const MAX_AUDIT_RESULTS = 10;
