import type { AccountId, Uuid } from '../kernel/ids.ts';

/** Kinds of security events: the values of `kind` in log lines and metrics. */
export const SECURITY_EVENT_KINDS = [
  'login-failed',
  'login-locked',
  'token-refused',
  'access-denied',
  'staff-action',
  'account-erased',
  'password-changed',
  'email-restored',
  'factor-changed',
] as const;

export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** A security event. It never holds names, usernames, email addresses or full IP addresses. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** The account that acts or is logged in to; left out when it is unknown. */
  readonly accountId?: AccountId | undefined;
  /** The client's /24 of IPv4 or /48 of IPv6. */
  readonly network?: string;
  /** The API call or command. */
  readonly action?: string;
  /** The account or thing that is acted on. */
  readonly subjectId?: Uuid | undefined;
}

/** Records security events for operators. */
export interface SecurityEvents {
  readonly record: (event: SecurityEvent) => void;
}
