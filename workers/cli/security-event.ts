import { securityLine } from '../../adapters/security-events.ts';
import type { SecurityEvent } from '../../domain/ports/security-events.ts';
import type { Console } from './console.ts';

/** Writes a security event as a JSON line to stderr. The operator stays unnamed: the event log names them. */
export function noteSecurityEvent({ note }: Console, event: SecurityEvent): void {
  note(JSON.stringify({ level: 'info', time: new Date().toISOString(), ...securityLine(event) }));
}
