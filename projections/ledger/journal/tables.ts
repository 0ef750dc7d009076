/**
 * SQL expression that identifies the current journal tables. A rebuild replaces these tables. Data that is
 * derived from them stores the value of this expression, to detect the replacement.
 */
export const JOURNAL_TABLES_ID = `pg_relation_filenode('read.journal_entries') || ' '
  || pg_relation_filenode('read.journal_postings')`;
