import { beancountHeader, beancountWriter } from './beancount.ts';
import { csvHeader, csvOf } from './csv.ts';
import { type ExportedEntry, postingsOf } from './entry.ts';

/** How entries are written: for spreadsheets, for programs, for accountants. */
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

/** Pieces of about this many characters are given on, so that a stream is not made of tiny ones. */
const PIECE = 16_384;

/**
 * Writes entries as `formatEntries('csv', allEntries(pool, filter))`: yields pieces of text, whole lines each, as fast as
 * they are taken. Entries are not kept; beancount alone remembers the names of the accounts that it has opened.
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
