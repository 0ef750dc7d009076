import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { ApiError } from '../../../api/contract/fields.ts';

/** What a call that did not succeed comes to. `message` is the sentence for the reader. */
export interface ApiFailure extends Pick<ApiError, 'message' | 'issues' | 'type'> {
  /** HTTP status, or null when no answer came. */
  readonly status: number | null;
  /** The API's stable name of the error, or `NETWORK`. */
  readonly code: string;
}

export const SESSION_EXPIRED = 'Your session has expired.';
export const LOG_IN_FIRST = 'Please log in to perform this action.';
export const UNEXPECTED = 'An unexpected error has occurred.';

const isApiError = (data: unknown): data is ApiError =>
  typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string';

/** How a call tells of its failures. */
export interface FailureWords {
  /** The sentence when no answer comes. */
  readonly networkFailure?: string;
  /** Shows the message of every answer, also of those that say that the server itself has failed. */
  readonly everyMessage?: boolean;
}

/**
 * Turns an error of the transport into a failure. Refusals keep the server's sentence, no answer at all gets the
 * call's own, everything else is unexpected.
 */
export function toFailure(error: FetchBaseQueryError, words: FailureWords = {}): ApiFailure {
  const { networkFailure = UNEXPECTED, everyMessage = false } = words;
  if (typeof error.status !== 'number') {
    const noAnswer = error.status === 'FETCH_ERROR' || error.status === 'TIMEOUT_ERROR';
    return { status: null, code: 'NETWORK', message: noAnswer ? networkFailure : UNEXPECTED };
  }
  const told = isApiError(error.data) ? error.data : null;
  const message = told && (everyMessage || error.status < 500) ? told.message : UNEXPECTED;
  return {
    status: error.status,
    code: told?.code ?? 'UNKNOWN',
    message,
    issues: told?.issues,
    type: told?.type,
  };
}

/** The failure in an error that a hook or `unwrap` gave, or null for any other. */
export const failureOf = (error: unknown): ApiFailure | null =>
  typeof error === 'object' && error !== null && 'code' in error && 'status' in error && 'message' in error
    ? (error as ApiFailure)
    : null;
