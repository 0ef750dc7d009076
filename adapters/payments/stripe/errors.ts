import Stripe from 'stripe';
import { PaymentsRefused, PaymentsUnavailable } from '../../../domain/ports/payments.ts';

const {
  StripeError,
  StripeConnectionError,
  StripeAPIError,
  StripeRateLimitError,
  StripeInvalidRequestError,
} = Stripe.errors;

/** Returns whether an error means that Stripe has no object with the requested id. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.statusCode === 404;

const HTTP_CONFLICT = 409;

/** Returns whether an error means that another request with the same idempotency key is in progress. */
export const isKeyInUse = (error: unknown): boolean =>
  error instanceof StripeAPIError && error.statusCode === HTTP_CONFLICT;

const isTransient = (error: unknown): boolean =>
  error instanceof StripeConnectionError ||
  error instanceof StripeAPIError ||
  error instanceof StripeRateLimitError;

/**
 * Runs a call and maps Stripe errors to errors of the payment port. Stripe errors are not kept as the cause, because
 * they contain the request and the response, which must not be logged.
 * @throws PaymentsUnavailable
 * @throws PaymentsRefused
 */
export const withMappedErrors = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const detail = [error.message, error.requestId && `(request ${error.requestId})`]
      .filter(Boolean)
      .join(' ');
    if (isTransient(error)) throw new PaymentsUnavailable(detail);
    throw new PaymentsRefused(error.code ?? error.rawType ?? error.type, detail);
  }
};
