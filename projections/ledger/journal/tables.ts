/**
 * Identifies the journal's tables in SQL. A rebuild replaces the tables, so what follows from their rows compares it
 * with what it has stored.
 */
export const JOURNAL_TABLES = `pg_relation_filenode('read.journal_entries') || ' '
  || pg_relation_filenode('read.journal_postings')`;
