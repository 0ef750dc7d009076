import { createBeancountWriter, formatBeancountHeader } from './beancount.ts';
import { formatCsv, formatCsvHeader } from './csv.ts';
import { type ExportedEntry, toExportedPostings } from './entry.ts';

/** Export format: CSV for spreadsheets, NDJSON for programs, Beancount for accountants. */
export type ExportFormat = 'csv' | 'ndjson' | 'beancount';

export const EXPORT_FORMATS: readonly ExportFormat[] = ['csv', 'ndjson', 'beancount'];

interface FormatWriter {
  readonly header: string;
  readonly write: (entry: ExportedEntry) => string;
}

const formatNdjson = (entry: ExportedEntry): string =>
  toExportedPostings(entry)
    .map((posting) => `${JSON.stringify(posting)}\n`)
    .join('');

const WRITERS: Readonly<Record<ExportFormat, () => FormatWriter>> = {
  csv: () => ({ header: formatCsvHeader(), write: formatCsv }),
  ndjson: () => ({ header: '', write: formatNdjson }),
  beancount: () => ({ header: formatBeancountHeader(), write: createBeancountWriter() }),
};

/** Minimum length of a chunk, in characters. */
const CHUNK_SIZE = 16_384;

/**
 * Formats entries as a stream of chunks that contain whole lines. Example: `formatEntries('csv', iterateEntries(pool,
 * filter))`. Entries are not kept in memory; Beancount keeps only the names of opened accounts.
 * @param entries oldest first
 */
export async function* formatEntries(
  format: ExportFormat,
  entries: AsyncIterable<ExportedEntry>,
): AsyncGenerator<string, void, undefined> {
  const { header, write } = WRITERS[format]();
  let chunk = header;
  for await (const entry of entries) {
    chunk += write(entry);
    if (chunk.length < CHUNK_SIZE) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
