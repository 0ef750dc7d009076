import { toLogFields } from '../../adapters/security-events.ts';
import type { SecurityEvent } from '../../domain/ports/security-events.ts';
import type { Console } from './console.ts';

/** Writes a security event to stderr. If no appended event names the operator, pass the operator in `details`. */
export function printSecurityEvent({ printNote }: Console, event: SecurityEvent, details: object = {}): void {
  printNote(
    JSON.stringify({ level: 'info', time: new Date().toISOString(), ...toLogFields(event), ...details }),
  );
}
