import { createHash, createHmac } from 'node:crypto';
import { isUuid, type Uuid } from '../../domain/kernel/ids.ts';
import { ApiFailure } from './failure.ts';
import type { ApiSystem } from './system.ts';

/** A request under an `Idempotency-Key`. */
export interface KeyedCall {
  /** Whose key it is: keys of different owners never meet. */
  readonly owner: Uuid;
  readonly key: Uuid;
  /** The call and all that was sent with it. */
  readonly payload: unknown;
  /** Whether the result holds what a person wrote: it is kept sealed under the owner's key, and goes when they do. */
  readonly sealed: boolean;
  /** A request that has had no answer for so long begins again under a new command; by default it never does. */
  readonly renewAfterMs?: number;
}

const invalidKey = () =>
  new ApiFailure(400, 'INVALID_IDEMPOTENCY_KEY', 'The Idempotency-Key must be a UUID.');

const keyReused = () =>
  new ApiFailure(400, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request already.');

/**
 * The key of a request, or null.
 * @throws ApiFailure 400 when it is no UUID
 */
export function idempotencyKey(header: string | undefined): Uuid | null {
  if (header === undefined) return null;
  const key = header.trim().toLowerCase();
  if (!isUuid(key)) throw invalidKey();
  return key;
}

/** The owner of a visitor's keys: an id that follows from a name of theirs and tells nothing of it. */
export function visitorOwner(secret: string, name: string): Uuid {
  const hex = createHmac('sha256', secret).update(`visitor:${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Characters beyond which a text counts by its digest. */
const LONG_TEXT = 64 * 1024;

/** The payload as text; what is as long as a picture is not copied into it. */
const textOf = (payload: unknown): string =>
  JSON.stringify(payload, (_name, value: unknown) =>
    typeof value === 'string' && value.length > LONG_TEXT
      ? { sha256: createHash('sha256').update(value).digest('hex') }
      : value,
  );

/** Marks what is kept as a refusal; no JSON begins like this. */
const REFUSAL = '!';

/** Refusals that are answers like others; whoever is to slow down or to log in again has had none yet. */
const KEPT_STATUS = [400, 403, 404];

const isKept = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && KEPT_STATUS.includes(error.status);

const refusalText = ({ status, code, message, details }: ApiFailure): string =>
  REFUSAL + JSON.stringify({ status, code, message, details });

function refusalOf(text: string): ApiFailure {
  const { status, code, message, details } = JSON.parse(text.slice(REFUSAL.length)) as ApiFailure;
  return new ApiFailure(status, code, message, details);
}

/** What a request came to, as text: its result, or why it was refused. */
async function outcomeOf(result: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await result);
  } catch (error) {
    if (isKept(error)) return refusalText(error);
    throw error;
  }
}

/**
 * Carries a request out once. The id of its command is kept before it is carried out, and the command is idempotent by
 * that id: so a request that is repeated after a crash, or carried out twice at the same time, still happens once. Who
 * was refused is refused again in the same words, unless another one under the key was carried out at the same time.
 * @throws ApiFailure 400 when the key was used with another payload
 */
export async function carryOutOnce<Result>(
  { privateData: { idempotencyKeys }, vault, ids, secret }: ApiSystem,
  { owner, key, payload, sealed, renewAfterMs }: KeyedCall,
  carryOut: (commandId: Uuid) => Promise<Result>,
): Promise<Result> {
  const fingerprint = createHmac('sha256', secret).update(textOf(payload)).digest();
  const claimed = await idempotencyKeys.claim(owner, key, fingerprint, ids.next(), renewAfterMs);
  if (claimed.reused) throw keyReused();
  const text = claimed.answer === null ? await execute(claimed.commandId) : await opened(claimed.answer);
  if (text.startsWith(REFUSAL)) throw refusalOf(text);
  return JSON.parse(text) as Result;

  async function execute(commandId: Uuid): Promise<string> {
    const outcome = await outcomeOf(carryOut(commandId));
    const [mine = outcome] = sealed ? await vault.seal([{ owner, text: outcome }]) : [];
    const kept = await opened(await idempotencyKeys.keepAnswer(owner, key, mine));
    if (outcome.startsWith(REFUSAL) || !kept.startsWith(REFUSAL)) return kept;
    await idempotencyKeys.replaceAnswer(owner, key, mine);
    return outcome;
  }

  async function opened(kept: string): Promise<string> {
    const [text = kept] = sealed ? await vault.open([{ owner, text: kept }]) : [];
    if (text instanceof Error) throw text;
    return text ?? 'null';
  }
}
