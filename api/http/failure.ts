import type { ApiError } from '../../contract/fields.ts';
import * as problems from '../../contract/problems.ts';
import { banned, inactive, notApproved } from '../../domain/accounts/rules.ts';
import type { Rejection } from '../../domain/kernel/decider.ts';
import type { Instant } from '../../domain/kernel/ids.ts';
import type { Problem, ProblemParams } from '../../domain/kernel/problem.ts';
import type { AccountStanding } from '../../domain/ports/sessions.ts';

/** Additional fields and headers of an error response. */
export interface FailureDetails {
  readonly issues?: ApiError['issues'];
  readonly type?: Exclude<AccountStanding, 'ACTIVE'>;
  readonly challenge?: ApiError['challenge'];
  readonly until?: Instant;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that is sent as a response with this status and problem. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: ProblemParams;
  readonly details: FailureDetails;

  constructor(status: number, { code, params, message }: Problem, details: FailureDetails = {}) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.params = params;
    this.details = details;
  }
}

const REJECTION_STATUS: Record<Rejection['kind'], number> = {
  refused: 400,
  forbidden: 403,
  'not-found': 404,
};

/** Maps a rejected command to a failure. */
export const toRejectionFailure = (rejection: Rejection): ApiFailure =>
  new ApiFailure(REJECTION_STATUS[rejection.kind], rejection);

/** Creates the 404 failure for a missing entity. */
export const createNotFoundFailure = (problem: Problem): ApiFailure => new ApiFailure(404, problem);

/** Creates the 401 failure for a missing token. */
export const createNotLoggedInFailure = (problem: Problem = problems.notLoggedIn): ApiFailure =>
  new ApiFailure(401, problem, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** Creates the 401 failure for an invalid or expired token. */
export const createSessionExpiredFailure = (): ApiFailure =>
  new ApiFailure(401, problems.sessionExpired, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });

/** Creates the 403 failure for a caller without permission. */
export const createForbiddenFailure = (): ApiFailure => new ApiFailure(403, problems.forbidden);

/** Value of `Retry-After` for unavailable or overloaded services, in seconds. */
export const RETRY_AFTER_SECONDS = 2;

/** Creates the 429 failure for too many requests. `seconds` is the value of `Retry-After`. */
export const createTooManyRequestsFailure = (seconds: number): ApiFailure =>
  new ApiFailure(429, problems.rateLimitExceeded, { headers: { 'Retry-After': String(seconds) } });

/** Creates the 429 failure for too many wrong passwords. `seconds` is the value of `Retry-After`. */
export const createLoginLockedFailure = (seconds: number): ApiFailure =>
  new ApiFailure(429, problems.loginLocked, { headers: { 'Retry-After': String(seconds) } });

const STANDING_PROBLEMS: Record<Exclude<AccountStanding, 'ACTIVE'>, Problem> = {
  NOT_APPROVED: notApproved,
  INACTIVE: inactive,
  BANNED: banned,
};

/**
 * Creates the 403 failure for an account that is not allowed to log in. `until` is the end of its suspension, if any.
 */
export const createLoginForbiddenFailure = (
  type: Exclude<AccountStanding, 'ACTIVE'>,
  until: Instant | null = null,
): ApiFailure => new ApiFailure(403, STANDING_PROBLEMS[type], { type, ...(until && { until }) });
