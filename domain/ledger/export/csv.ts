import { EXPORT_COLUMNS, type ExportedEntry, toExportedPostings } from './entry.ts';

/** Matches strings that spreadsheets interpret as formulas, including full-width characters. */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const CHARACTERS_TO_QUOTE = /[",\r\n]/;

/**
 * Formats a cell with RFC 4180 quoting. Strings that a spreadsheet would execute as a formula are prefixed with an
 * apostrophe (OWASP, CSV injection).
 */
export function formatCsvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  const shouldQuote = harmless !== value || CHARACTERS_TO_QUOTE.test(harmless);
  return shouldQuote ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const formatLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(formatCsvCell).join(',')}\r\n`;

/** Formats the first line of a CSV file, which contains the column names. */
export const formatCsvHeader = (): string => formatLine(EXPORT_COLUMNS);

/** Formats a journal entry as one line per posting. Each line ends with CRLF. */
export const formatCsv = (entry: ExportedEntry): string =>
  toExportedPostings(entry)
    .map((posting) => formatLine(EXPORT_COLUMNS.map((column) => posting[column])))
    .join('');
