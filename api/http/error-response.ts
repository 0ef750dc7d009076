import type { z } from 'zod';
import { isDatabaseDown } from '../../common/database-errors.ts';
import { PROBLEMS } from '../../contract/problem-catalogue.ts';
import * as problems from '../../contract/problems.ts';
import { ConflictNotSettled, StreamOverloaded } from '../../domain/handle.ts';
import type { Problem } from '../../domain/kernel/problem.ts';
import { AppendOutcomeUnknown, EventLogUnavailable } from '../../domain/ports/event-log.ts';
import { IdentityUnavailable, SignInRefused } from '../../domain/ports/identity.ts';
import { PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import { PaymentsRefused, PaymentsUnavailable, WebhookRefused } from '../../domain/ports/payments.ts';
import { RegistrationFailed } from '../../domain/ports/peers.ts';
import { PictureRefused, PicturesOverloaded } from '../../domain/ports/pictures.ts';
import { InvalidCursor } from '../../projections/paging.ts';
import { ApiFailure, type FailureDetails, RETRY_AFTER_SECONDS } from './failure.ts';

const createUnavailableFailure = (problem: Problem): ApiFailure =>
  new ApiFailure(503, problem, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });

/** Creates the 503 failure of an overloaded server. */
export const createOverloadFailure = (): ApiFailure => createUnavailableFailure(problems.tooBusy);

/**
 * Creates the 503 failure of a request whose command was executed, but whose result a read model does not contain yet.
 * Unlike a 404, it is not stored for the request's idempotency key.
 */
export const createResultNotReadyFailure = (): ApiFailure =>
  createUnavailableFailure(problems.resultNotReady);

const HTTP_PROBLEMS: ReadonlyMap<number, Problem> = new Map<number, Problem>([
  [400, problems.invalidRequest],
  [404, problems.routeNotFound],
  [405, problems.methodNotAllowed],
  [408, problems.requestIncomplete],
  [413, problems.bodyTooLarge],
  [415, problems.unsupportedContentType],
]);

/** Creates the failure for an HTTP status. Statuses without their own problem are replaced by 400. */
export function createHttpFailure(status: number, details?: FailureDetails): ApiFailure {
  const problem = HTTP_PROBLEMS.get(status);
  return problem ? new ApiFailure(status, problem, details) : createHttpFailure(400, details);
}

function toValidationFailure({ issues }: z.core.$ZodError): ApiFailure {
  const [firstIssue] = issues;
  const toProblem = (issue?: { readonly message: string }): Problem =>
    PROBLEMS.get(issue?.message ?? '') ?? problems.invalidInput;
  if (firstIssue?.code === 'custom' && firstIssue.params?.status === 404)
    return new ApiFailure(404, toProblem(firstIssue));
  return new ApiFailure(400, toProblem(firstIssue), {
    issues: issues.map((issue) => ({ path: issue.path.join('.'), ...toProblem(issue) })),
  });
}

/**
 * Parses a value. Checks without an explicit problem fail with `INVALID_INPUT`.
 * @throws ApiFailure 404 when the first issue is a malformed id, otherwise 400 with all issues
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: () => problems.invalidInput.code });
  if (!result.success) throw toValidationFailure(result.error);
  return result.data;
}

/** Codes of requests refused for lack of capacity, which are logged as warnings. */
const OVERLOAD_CODES: ReadonlySet<string> = new Set([
  problems.tooBusy.code,
  problems.tooManyPictures.code,
  problems.tooManyListeners.code,
]);

/** Returns the log level for a failure, or null for client errors, which are not logged. */
export const getSeverity = ({ status, code }: ApiFailure): 'error' | 'warn' | null => {
  if (status < 500) return null;
  return OVERLOAD_CODES.has(code) ? 'warn' : 'error';
};

/** Maps an error to a failure. Unexpected errors become a 500 without details. */
export function toApiFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (error instanceof InvalidCursor) return new ApiFailure(400, problems.invalidCursor);
  if (error instanceof EventLogUnavailable || error instanceof AppendOutcomeUnknown)
    return createUnavailableFailure(problems.saveFailed);
  if (
    error instanceof ConflictNotSettled ||
    error instanceof StreamOverloaded ||
    error instanceof PasswordsOverloaded ||
    error instanceof RegistrationFailed
  )
    return createOverloadFailure();
  if (error instanceof PictureRefused) return new ApiFailure(400, error.problem);
  if (error instanceof PicturesOverloaded) return createUnavailableFailure(problems.tooManyPictures);
  if (error instanceof IdentityUnavailable)
    return createUnavailableFailure(problems.identityProviderUnavailable);
  if (error instanceof SignInRefused) return new ApiFailure(400, problems.signInFailed);
  if (error instanceof PaymentsUnavailable)
    return createUnavailableFailure(problems.paymentProviderUnavailable);
  if (error instanceof PaymentsRefused) return createUnavailableFailure(problems.paymentProviderRefused);
  if (error instanceof WebhookRefused) return new ApiFailure(400, problems.webhookRefused);
  if (isDatabaseDown(error)) return createUnavailableFailure(problems.temporarilyUnavailable);
  const { status } = (error ?? {}) as { readonly status?: unknown };
  if (typeof status === 'number' && status >= 400 && status < 500) return createHttpFailure(status);
  return new ApiFailure(500, problems.internalError);
}
