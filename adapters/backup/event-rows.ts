import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { BackupUnusable } from './format.ts';

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const PLAIN: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
const NULL = '\\N';

const field = (text: string): string => text.replace(/[\\\n\r\t]/g, (character) => ESCAPED[character] ?? '');

/** Formats an event as a row of the log table. Logs other than PostgreSQL have no hashes. */
export const rowOf = (event: RecordedEvent): string =>
  [
    String(event.position),
    event.stream,
    String(event.revision),
    event.id,
    event.type,
    JSON.stringify(event.data),
    JSON.stringify(event.metadata),
  ]
    .map(field)
    .concat(NULL, NULL)
    .join('\t');

const unescaped = (text: string): string =>
  text.replace(/\\(.)/gs, (_, character: string) => PLAIN[character] ?? character);

/**
 * Parses a row.
 * @throws BackupUnusable when it is malformed
 */
export function eventOf(row: string): RecordedEvent {
  const [position, stream, revision, id, type, data, metadata] = row.split('\t').map(unescaped);
  if (stream === undefined || id === undefined || type === undefined || metadata === undefined)
    throw new BackupUnusable('The backup contains an event that cannot be read.');
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
