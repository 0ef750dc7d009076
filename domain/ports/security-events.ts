import type { AccountId, Uuid } from '../kernel/ids.ts';

/** Kinds of security events. They are the values of `kind` in log lines and metrics. */
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

/** Value of `kind` in the log lines and metrics of security events. */
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** A security event. It never contains names, usernames, email addresses or full IP addresses. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** Account that acts or is logged in to; omitted if it is unknown. */
  readonly accountId?: AccountId | undefined;
  /** Network of the client: the /24 of an IPv4 address or the /48 of an IPv6 address. */
  readonly network?: string;
  /** API call or command. */
  readonly action?: string;
  /** Id of the account or entity that is acted on. */
  readonly subjectId?: Uuid | undefined;
}

/** Records security events for operators. */
export interface SecurityEvents {
  readonly record: (event: SecurityEvent) => void;
}
