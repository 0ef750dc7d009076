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

/** Number of weeks in the overview of all coins, including the current one. */
export const OVERVIEW_WEEKS = 12;

/** Maximum number of results of each kind in a search for coins. */
export const MAX_AUDIT_RESULTS = 10;
