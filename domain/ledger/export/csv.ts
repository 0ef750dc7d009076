import { EXPORT_COLUMNS, type ExportedEntry, postingsOf } from './entry.ts';

/** What spreadsheets take for a formula, full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const SPECIAL = /[",\r\n]/;

/**
 * One cell, quoted as RFC 4180 asks. A text that a spreadsheet would carry out gets an apostrophe before it, so that it
 * is shown and not run (OWASP, CSV injection).
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  const quoted = harmless !== value || SPECIAL.test(harmless);
  return quoted ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

export const csvHeader = (): string => line(EXPORT_COLUMNS);

export const csvOf = (entry: ExportedEntry): string =>
  postingsOf(entry)
    .map((posting) => line(EXPORT_COLUMNS.map((column) => posting[column])))
    .join('');
