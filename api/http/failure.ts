import type { Rejection } from '../../domain/kernel/decider.ts';
import type { AccountStanding } from '../../domain/ports/sessions.ts';
import type { Missing } from '../contract/fields.ts';

export interface FailureDetails {
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  /** Why an account may not log in. */
  readonly type?: Exclude<AccountStanding, 'ACTIVE'>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call that ends in an error answer. Its message is written for people; nothing else of it leaves the server. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FailureDetails;

  constructor(status: number, code: string, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const REJECTION_STATUS: Record<Rejection['kind'], number> = {
  refused: 400,
  forbidden: 403,
  'not-found': 404,
};

/** A rejection of the domain as an answer. */
export const rejected = ({ kind, code, message }: Rejection): ApiFailure =>
  new ApiFailure(REJECTION_STATUS[kind], code, message);

/** What was asked for does not exist. */
export const missing = ({ code, message }: Missing): ApiFailure => new ApiFailure(404, code, message);

export const notLoggedIn = (message = 'You must be logged in to perform this action.'): ApiFailure =>
  new ApiFailure(401, 'NOT_LOGGED_IN', message, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

export const sessionExpired = (): ApiFailure =>
  new ApiFailure(401, 'SESSION_EXPIRED', 'Your session has expired.', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });

export const forbidden = (): ApiFailure =>
  new ApiFailure(403, 'FORBIDDEN', 'You do not have permission to perform this action.');

/** How long whoever meets something that is away or full is asked to wait, in seconds. */
export const RETRY_SECONDS = 2;

export const slowDown = (seconds: number): ApiFailure =>
  new ApiFailure(429, 'SLOW_DOWN', 'Too many requests. Please slow down.', {
    headers: { 'Retry-After': String(seconds) },
  });

export const loginLocked = (seconds: number): ApiFailure =>
  new ApiFailure(429, 'LOGIN_LOCKED', 'Too many wrong passwords. Please try again later.', {
    headers: { 'Retry-After': String(seconds) },
  });

const STANDING_SENTENCES: Record<Exclude<AccountStanding, 'ACTIVE'>, string> = {
  NOT_APPROVED: 'Your organization account is awaiting approval.',
  INACTIVE: 'Your account is deactivated',
  BANNED: 'Your account is banned',
};

/** The account exists but may not log in. */
export const mayNotLogIn = (type: Exclude<AccountStanding, 'ACTIVE'>): ApiFailure =>
  new ApiFailure(403, type, STANDING_SENTENCES[type], { type });
