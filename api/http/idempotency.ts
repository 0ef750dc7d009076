import { createHash, createHmac } from 'node:crypto';
import type { Context } from 'koa';
import { idempotencyKeyReused, invalidIdempotencyKey } from '../../contract/problems.ts';
import { isUuid, type Uuid } from '../../domain/kernel/ids.ts';
import { ApiFailure } from './failure.ts';
import { READ_POSITION_HEADER } from './paging.ts';
import type { ApiSystem } from './system.ts';

/** Execution options for a request with an `Idempotency-Key`. */
export interface IdempotentRequest {
  /** Keys are unique per owner. */
  readonly owner: Uuid;
  readonly key: Uuid;
  /** Call name and complete input. */
  readonly payload: unknown;
  /** Whether to encrypt the result with the text key of the owner, whose erasure then also erases the result. */
  readonly isEncrypted: boolean;
  /** A repeated request gets the same read position. */
  readonly http: Pick<Context, 'response' | 'set'>;
  /** Age in ms after which a repeated request without a stored result gets a new command id. Default: never. */
  readonly renewAfterMs?: number;
}

/**
 * Parses the `Idempotency-Key` header. Returns null if it is absent.
 * @throws ApiFailure 400 when it is not a UUID
 */
export function parseIdempotencyKey(header: string | undefined): Uuid | null {
  if (header === undefined) return null;
  const key = header.trim().toLowerCase();
  if (!isUuid(key)) throw new ApiFailure(400, invalidIdempotencyKey);
  return key;
}

/** Derives the owner id for a visitor's keys from a name. Uses an HMAC, which does not reveal the name. */
export function deriveVisitorOwner(secret: string, name: string): Uuid {
  const hex = createHmac('sha256', secret).update(`visitor:${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const MAX_INLINE_TEXT_LENGTH = 64 * 1024;

/** Long strings, such as pictures, are replaced by their SHA-256 digests. */
const serializePayload = (payload: unknown): string =>
  JSON.stringify(payload, (_name, value: unknown) =>
    typeof value === 'string' && value.length > MAX_INLINE_TEXT_LENGTH
      ? { sha256: createHash('sha256').update(value).digest('hex') }
      : value,
  );

/** Prefix that marks a stored result as an error. JSON never starts with it. */
const ERROR_PREFIX = '!';

/** Statuses of errors that are stored. After others, such as 401, 429 and 5xx, a repeated request runs again. */
const STORED_STATUSES = [400, 403, 404];

const isStoredError = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && STORED_STATUSES.includes(error.status);

const serializeError = ({ status, code, params, message, details }: ApiFailure): string =>
  ERROR_PREFIX + JSON.stringify({ status, code, params, message, details });

function parseError(text: string): ApiFailure {
  const { status, details, ...problem } = JSON.parse(text.slice(ERROR_PREFIX.length)) as ApiFailure;
  return new ApiFailure(status, problem, details);
}

/** Matches a stored result: the read position of the response, if there is one, and JSON. */
const RESULT_PATTERN = /^(?:@(?<position>\d+) )?(?<json>.*)$/s;

const serializeResult = (result: unknown, position: string | undefined): string =>
  (position ? `@${position} ` : '') + JSON.stringify(result);

function parseResult(text: string): { readonly position?: string; readonly result: unknown } {
  const { position, json = '' } = RESULT_PATTERN.exec(text)?.groups ?? {};
  return { result: JSON.parse(json), ...(position && { position }) };
}

/** Rethrows errors that are not stored. */
async function serializeOutcome(
  result: Promise<unknown>,
  { response }: IdempotentRequest['http'],
): Promise<string> {
  try {
    return serializeResult(await result, response.get(READ_POSITION_HEADER));
  } catch (error) {
    if (isStoredError(error)) return serializeError(error);
    throw error;
  }
}

/**
 * Executes a request once per key. The command id is stored before the execution, and executing it again has no effect.
 * Therefore a request takes effect only once, even if it is repeated after a crash or executed twice at the same time.
 * A repeated request returns the stored result or error. If a concurrent request succeeds, its result replaces a stored
 * error.
 * @throws ApiFailure 400 when the key was used with another payload
 */
export async function runIdempotently<Result>(
  { privateData: { idempotencyKeys }, vault, ids, secret }: ApiSystem,
  { owner, key, payload, isEncrypted, http, renewAfterMs }: IdempotentRequest,
  operation: (commandId: Uuid, isNew: boolean) => Promise<Result>,
): Promise<Result> {
  const fingerprint = createHmac('sha256', secret).update(serializePayload(payload)).digest();
  const newId = ids.next();
  const claim = await idempotencyKeys.claim(owner, key, fingerprint, newId, renewAfterMs);
  if (claim.reused) throw new ApiFailure(400, idempotencyKeyReused);
  const text =
    claim.response === null ? await execute(claim.commandId) : await decryptResponse(claim.response);
  if (text.startsWith(ERROR_PREFIX)) throw parseError(text);
  const { result, position } = parseResult(text);
  if (position) http.set(READ_POSITION_HEADER, position);
  return result as Result;

  async function execute(commandId: Uuid): Promise<string> {
    const outcome = await serializeOutcome(operation(commandId, commandId === newId), http);
    const [storedText = outcome] = isEncrypted ? await vault.seal([{ owner, text: outcome }]) : [];
    const savedOutcome = await decryptResponse(await idempotencyKeys.saveResponse(owner, key, storedText));
    if (outcome.startsWith(ERROR_PREFIX) || !savedOutcome.startsWith(ERROR_PREFIX)) return savedOutcome;
    await idempotencyKeys.replaceResponse(owner, key, storedText);
    return outcome;
  }

  async function decryptResponse(storedResponse: string): Promise<string> {
    const [text = storedResponse] = isEncrypted ? await vault.open([{ owner, text: storedResponse }]) : [];
    if (text instanceof Error) throw text;
    return text ?? 'null';
  }
}
