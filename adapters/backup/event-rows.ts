import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { InvalidBackup } from './format.ts';

const ESCAPE_SEQUENCES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const UNESCAPED_CHARACTERS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
};
const NULL_FIELD = '\\N';

const escapeField = (text: string): string =>
  text.replace(/[\\\n\r\t]/g, (character) => ESCAPE_SEQUENCES[character] ?? '');

/** Formats an event as a row of the log table. Only events from PostgreSQL have hashes. */
export const formatRow = (event: RecordedEvent): string =>
  [
    String(event.position),
    event.stream,
    String(event.revision),
    event.id,
    event.type,
    JSON.stringify(event.data),
    JSON.stringify(event.metadata),
  ]
    .map(escapeField)
    .concat(NULL_FIELD, NULL_FIELD)
    .join('\t');

const unescapeField = (text: string): string =>
  text.replace(/\\(.)/gs, (_, character: string) => UNESCAPED_CHARACTERS[character] ?? character);

/**
 * Parses a row of the log table.
 * @throws InvalidBackup when it is malformed
 */
export function parseRow(row: string): RecordedEvent {
  const [position, stream, revision, id, type, data, metadata] = row.split('\t').map(unescapeField);
  if (stream === undefined || id === undefined || type === undefined || metadata === undefined)
    throw new InvalidBackup('The backup contains an event that cannot be read.');
  return {
    position: Number(position),
    stream,
    revision: Number(revision),
    id,
    type,
    data: JSON.parse(data ?? ''),
    metadata: JSON.parse(metadata),
  };
}
