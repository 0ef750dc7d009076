/**
 * SQL expression that identifies the current tables of the journal. A rebuild replaces the tables, so data derived
 * from them stores this value and compares it.
 */
export const JOURNAL_TABLES = `pg_relation_filenode('read.journal_entries') || ' '
  || pg_relation_filenode('read.journal_postings')`;
