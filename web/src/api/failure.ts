import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { ApiError } from '../../../contract/fields.ts';
import type { Problem } from '../../../contract/problems.ts';
import { internalError } from '../../../contract/problems.ts';
import { i18n, type TextKey } from '../i18n/index.ts';

/** A failed call. The code is `NETWORK` if there was no response. */
export interface ApiFailure extends Problem, Pick<ApiError, 'issues' | 'type' | 'until' | 'challenge'> {
  /** HTTP status, or null if there was no response. */
  readonly status: number | null;
}

const isApiError = (data: unknown): data is ApiError =>
  typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string';

/** Options for the error messages of a call. */
export interface FailureOptions {
  /** Message to show if there was no response. */
  readonly networkFailure?: TextKey;
  /** Shows the message of every error response, including those with status 5xx. */
  readonly shouldShowAllMessages?: boolean;
}

/**
 * Converts a transport error into a failure. Rejections keep the server's message. A missing response gets the message
 * from `networkFailure`. Anything else is an unexpected error.
 */
export function toApiFailure(error: FetchBaseQueryError, options: FailureOptions = {}): ApiFailure {
  const { networkFailure, shouldShowAllMessages = false } = options;
  if (typeof error.status !== 'number') {
    const isUnanswered = error.status === 'FETCH_ERROR' || error.status === 'TIMEOUT_ERROR';
    return isUnanswered && networkFailure
      ? { status: null, code: 'NETWORK', params: {}, message: i18n.t(networkFailure) }
      : { ...internalError, status: null };
  }
  const { status, data } = error;
  const isShown = isApiError(data) && (shouldShowAllMessages || status < 500);
  return isShown ? { ...data, status } : { ...internalError, status };
}

/** Returns an error from a hook or from `unwrap` as a failure, or null for any other error. */
export const getApiFailure = (error: unknown): ApiFailure | null =>
  typeof error === 'object' && error !== null && 'code' in error && 'status' in error && 'message' in error
    ? (error as ApiFailure)
    : null;

/** Returns the failure if the server rejected the call, with a status below 500, otherwise null. */
export function getRejection(error: unknown): ApiFailure | null {
  const failure = getApiFailure(error);
  return failure?.status && failure.status < 500 ? failure : null;
}
