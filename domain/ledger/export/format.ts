import { beancountHeader, beancountWriter } from './beancount.ts';
import { csvHeader, csvOf } from './csv.ts';
import { type ExportedEntry, postingsOf } from './entry.ts';

/** Export format: CSV for spreadsheets, NDJSON for programs, Beancount for accountants. */
export type ExportFormat = 'csv' | 'ndjson' | 'beancount';

export const EXPORT_FORMATS: readonly ExportFormat[] = ['csv', 'ndjson', 'beancount'];

interface Form {
  readonly header: string;
  readonly write: (entry: ExportedEntry) => string;
}

const ndjsonOf = (entry: ExportedEntry): string =>
  postingsOf(entry)
    .map((posting) => `${JSON.stringify(posting)}\n`)
    .join('');

const FORMS: Readonly<Record<ExportFormat, () => Form>> = {
  csv: () => ({ header: csvHeader(), write: csvOf }),
  ndjson: () => ({ header: '', write: ndjsonOf }),
  beancount: () => ({ header: beancountHeader(), write: beancountWriter() }),
};

/** Minimum length of a chunk, in characters. */
const PIECE = 16_384;

/**
 * Formats entries as a stream of chunks of whole lines, as in `formatEntries('csv', allEntries(pool,
 * filter))`. Does not keep entries in memory; Beancount keeps the names of opened accounts.
 * @param entries oldest first
 */
export async function* formatEntries(
  format: ExportFormat,
  entries: AsyncIterable<ExportedEntry>,
): AsyncGenerator<string, void, undefined> {
  const { header, write } = FORMS[format]();
  let piece = header;
  for await (const entry of entries) {
    piece += write(entry);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
