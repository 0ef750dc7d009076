import { DAY_MS } from './durations.ts';

/** A lower-case UUID. New entities get version 7 UUIDs, which sort by creation time. */
export type Uuid = string;

/** Id of an account and of its profile. */
export type AccountId = Uuid;

/** Id of a post or comment. */
export type PostId = Uuid;

/** Id of the offer of an animal. Its picture is stored under the same id. */
export type AdoptionId = Uuid;

/** Id of a crowdfunding ("campaign" in prose). */
export type CrowdfundingId = Uuid;

/** Id of a donation and of its journal entry. */
export type DonationId = Uuid;

/** Id of a payment at the payment provider, such as `pi_3Nx…`. */
export type PaymentId = string;

/** An instant in UTC with millisecond precision, such as `2026-11-21T09:30:00.000Z`. */
export type Instant = string;

/** Returns the instant that is `ms` milliseconds later, or earlier if `ms` is negative. */
export const addMs = (instant: Instant, ms: number): Instant =>
  new Date(Date.parse(instant) + ms).toISOString();

/** Adds 24-hour days to an instant. */
export const addDays = (instant: Instant, days: number): Instant => addMs(instant, days * DAY_MS);

/** A calendar day in UTC, such as `2026-11-21`. */
export type Day = string;

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Returns whether a string is an existing day. */
export const isValidDay = (text: string): text is Day => {
  const time = DAY_PATTERN.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Returns whether a string is a UUID in canonical lower case. */
export const isUuid = (text: string): text is Uuid => UUID_PATTERN.test(text);

/** Derives the n-th id from a base id, so that a repeated command produces the same event ids. */
export function deriveId(base: Uuid, n: number): Uuid {
  if (n === 0) return base;
  const tail = (BigInt(`0x${base.slice(24)}`) + BigInt(n)) & 0xffff_ffff_ffffn;
  return base.slice(0, 24) + tail.toString(16).padStart(12, '0');
}

/**
 * Derives the id of a transaction's only counterpart: the refund of a donation, or the release of a campaign's coins.
 * The derivation is deterministic and its own inverse.
 */
export function deriveCounterpartId(id: Uuid): Uuid {
  const tail = BigInt(`0x${id.slice(24)}`) ^ 0xffff_ffff_ffffn;
  return id.slice(0, 24) + tail.toString(16).padStart(12, '0');
}

/** Returns the name of a stream, such as `post-0192…`. */
export const toStreamName = (category: string, id: string): string => `${category}-${id}`;

/** Returns the category of a stream, which is the part of its name before the first hyphen. */
export const getCategory = (stream: string): string => stream.slice(0, stream.indexOf('-'));
