import type { ZodError } from 'zod';
import { ConflictNotSettled, StreamOverloaded } from '../../domain/handle.ts';
import { AppendUnsettled, EventLogUnavailable } from '../../domain/ports/event-log.ts';
import { IdentityUnavailable, SignInRefused } from '../../domain/ports/identity.ts';
import { PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import { PaymentsRefused, PaymentsUnavailable, WebhookRefused } from '../../domain/ports/payments.ts';
import { PictureRefused, PicturesOverloaded } from '../../domain/ports/pictures.ts';
import { InvalidCursor } from '../../projections/paging.ts';
import type { Missing } from '../contract/fields.ts';
import { ApiFailure, type FailureDetails, RETRY_SECONDS } from './failure.ts';

const unavailable = (message: string, code = 'TEMPORARILY_UNAVAILABLE'): ApiFailure =>
  new ApiFailure(503, code, message, { headers: { 'Retry-After': String(RETRY_SECONDS) } });

const TOO_BUSY = 'TOO_BUSY';

export const tooBusy = (): ApiFailure =>
  unavailable('Too many people are doing this at once. Please try again.', TOO_BUSY);

/** Codes of Node and of PostgreSQL for a database that is away, full, starting or stopping. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOENT|08...|53...|57P0[1-5]|57014|55P03|40001|40P01)$/;
const AWAY_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout/;

/** What errors of Node and of PostgreSQL have; an attempt at several addresses has one error for each. */
interface SystemError {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly errors?: readonly unknown[];
}

const asSystemError = (error: unknown): SystemError =>
  typeof error === 'object' && error !== null ? error : {};

const isDatabaseAway = (error: unknown): boolean => {
  const { code = '', message = '', errors = [] } = asSystemError(error);
  return AWAY.test(String(code)) || AWAY_MESSAGE.test(String(message)) || errors.some(isDatabaseAway);
};

const HTTP_FAILURES: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['INVALID_REQUEST', 'The request could not be understood.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  405: ['METHOD_NOT_ALLOWED', 'This address cannot be used in this way.'],
  408: ['REQUEST_INCOMPLETE', 'The request did not come to its end.'],
  413: ['BODY_TOO_LARGE', 'The request is too large.'],
  415: ['UNSUPPORTED_CONTENT_TYPE', 'The request must be JSON.'],
};

/** An error of HTTP alone, by its status. */
export function httpFailure(status: number, details?: FailureDetails): ApiFailure {
  const known = HTTP_FAILURES[status] ? status : 400;
  const [code, message] = HTTP_FAILURES[known] as readonly [string, string];
  return new ApiFailure(known, code, message, details);
}

const NOT_VALID = 'The request is not valid.';

/** How input is checked: what a schema has no sentence for is told in one of ours, never in the checker's words. */
export const inOurWords = { error: () => NOT_VALID };

/** Maps input that does not fit its schema to a 400 with the code of its first failed check, and an impossible id to a 404. */
export function invalid(error: ZodError): ApiFailure {
  const [first] = error.issues;
  const gone = first?.code === 'custom' ? (first.params?.missing as Missing | undefined) : undefined;
  if (gone) return new ApiFailure(404, gone.code, gone.message);
  const code = first?.code === 'custom' ? first.params?.code : undefined;
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return new ApiFailure(400, code ?? 'INVALID_INPUT', first?.message ?? NOT_VALID, { issues });
}

/** Codes of those who are turned away because there is no room: that is the system at work, and no fault of it. */
const NO_ROOM = new Set([TOO_BUSY, 'TOO_MANY_LISTENERS']);

/** How an answer is logged; null for one that is only the matter of who asked. */
export const severityOf = ({ status, code }: ApiFailure): 'error' | 'warn' | null => {
  if (status < 500) return null;
  return NO_ROOM.has(code) ? 'warn' : 'error';
};

/** Every error as the answer that it becomes. What is not expected tells nothing of itself. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (error instanceof InvalidCursor)
    return new ApiFailure(400, 'INVALID_CURSOR', 'The cursor is not valid.');
  if (error instanceof EventLogUnavailable || error instanceof AppendUnsettled)
    return unavailable('What you did could not be saved just now. Please try again.');
  if (
    error instanceof ConflictNotSettled ||
    error instanceof StreamOverloaded ||
    error instanceof PasswordsOverloaded
  )
    return tooBusy();
  if (error instanceof PictureRefused) return new ApiFailure(400, error.code, error.message);
  if (error instanceof PicturesOverloaded)
    return unavailable('Too many images are being uploaded at once. Please try again.', TOO_BUSY);
  if (error instanceof IdentityUnavailable)
    return unavailable('The sign-in service cannot be reached.', 'IDENTITY_PROVIDER_UNAVAILABLE');
  if (error instanceof SignInRefused)
    return new ApiFailure(400, 'SIGN_IN_FAILED', 'The sign-in did not succeed. Please try again.');
  if (error instanceof PaymentsUnavailable)
    return unavailable('The payment service cannot be reached.', 'PAYMENT_PROVIDER_UNAVAILABLE');
  if (error instanceof PaymentsRefused)
    return unavailable('The payment service does not take payments just now.', 'PAYMENT_PROVIDER_REFUSED');
  if (error instanceof WebhookRefused)
    return new ApiFailure(400, 'WEBHOOK_REFUSED', 'The webhook was refused.');
  if (isDatabaseAway(error)) return unavailable('Kindra cannot be reached just now. Please try again.');
  const { status } = asSystemError(error);
  if (typeof status === 'number' && status >= 400 && status < 500) return httpFailure(status);
  return new ApiFailure(500, 'INTERNAL_ERROR', 'An unexpected error has occurred.');
}
