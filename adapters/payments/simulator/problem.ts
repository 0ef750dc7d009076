/** The part of Stripe's errors that callers look at. */
export interface ProblemDetails {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  readonly code?: string;
  readonly decline_code?: string;
  readonly message: string;
  /** The parameter that is wrong, as in `metadata[color]`. */
  readonly param?: string;
  /** Id of the charge that failed. */
  readonly charge?: string;
  readonly payment_intent?: object;
}

/** A request that is answered with an error. What it did until then is undone. */
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

/** A request that makes no sense. */
export const invalid = (message: string, details: Partial<ProblemDetails> = {}, status = 400): Problem =>
  new Problem(status, { type: 'invalid_request_error', message, ...details });

/** Something that is not there, as in `No such charge: 'ch_1'`. */
export const noSuch = (name: string, id: string, param = 'id'): Problem =>
  invalid(`No such ${name}: '${id}'`, { code: 'resource_missing', param }, 404);
