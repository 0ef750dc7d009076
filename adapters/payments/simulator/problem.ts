/** Fields of Stripe errors that callers use. */
export interface ProblemDetails {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  readonly code?: string;
  readonly decline_code?: string;
  readonly message: string;
  /** Name of the invalid parameter, such as `metadata[color]`. */
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: object;
}

/** An error response. Throwing it rolls back the transaction of the request. */
export class Problem extends Error {
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(status: number, details: ProblemDetails) {
    super(details.message);
    this.name = 'Problem';
    this.status = status;
    this.details = details;
  }
}

/** Creates an `invalid_request_error`. */
export const createInvalidRequest = (
  message: string,
  details: Partial<ProblemDetails> = {},
  status = 400,
): Problem => new Problem(status, { type: 'invalid_request_error', message, ...details });
