import { EXPORT_COLUMNS, type ExportedEntry, postingsOf } from './entry.ts';

/** Texts that spreadsheets interpret as a formula, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const SPECIAL = /[",\r\n]/;

/**
 * Formats a cell with the quoting of RFC 4180. Texts that a spreadsheet would execute as a formula are
 * prefixed with an apostrophe (OWASP, CSV injection).
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
