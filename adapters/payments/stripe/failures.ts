import Stripe from 'stripe';
import { PaymentsRefused, PaymentsUnavailable } from '../../../domain/ports/payments.ts';

const {
  StripeError,
  StripeConnectionError,
  StripeAPIError,
  StripeRateLimitError,
  StripeInvalidRequestError,
} = Stripe.errors;

/** Whether Stripe says that it has nothing under the id that was asked for. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.statusCode === 404;

const CONFLICT = 409;

/** Whether another request with the same idempotency key is still in progress. */
export const isKeyInUse = (error: unknown): boolean =>
  error instanceof StripeAPIError && error.statusCode === CONFLICT;

const isPassing = (error: unknown): boolean =>
  error instanceof StripeConnectionError ||
  error instanceof StripeAPIError ||
  error instanceof StripeRateLimitError;

/**
 * Runs a call of Stripe's library and turns its errors into those of the port. The library's own error is not kept as the
 * cause: it holds what was sent and answered, which must not reach a log.
 * @throws PaymentsUnavailable
 * @throws PaymentsRefused
 */
export const translated = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const detail = [error.message, error.requestId && `(request ${error.requestId})`]
      .filter(Boolean)
      .join(' ');
    if (isPassing(error)) throw new PaymentsUnavailable(detail);
    throw new PaymentsRefused(error.code ?? error.rawType ?? error.type, detail);
  }
};
