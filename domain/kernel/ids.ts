/** A UUID in lower case. Ids of things are version 7, so that they sort by the time of their making. */
export type Uuid = string;

/** Id of an account; the id of its profile is the same. */
export type AccountId = Uuid;

/** Id of a post or of a comment, which is a post too. */
export type PostId = Uuid;

/** Id of an animal's adoption. */
export type AdoptionId = Uuid;

/** Id of a crowdfunding, also called a campaign. */
export type CrowdfundingId = Uuid;

/** Id of a donation; the journal entry of the donation has the same. */
export type DonationId = Uuid;

/** Id that the payment provider gives a payment, as in `pi_3Nx…`. */
export type PaymentId = string;

/** An instant in UTC with milliseconds, as in `2026-11-21T09:30:00.000Z`. */
export type Instant = string;

/** A day in UTC, as in `2026-11-21`. */
export type Day = string;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text names a day that exists. */
export const isRealDay = (text: string): text is Day => {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text is a UUID in its canonical, lower-case form. */
export const isUuid = (text: string): text is Uuid => UUID.test(text);

/**
 * The n-th id that follows from a base id. The same base and n always give the same id, so that whoever repeats a
 * command repeats its events under the ids they already have.
 */
export function deriveId(base: Uuid, n: number): Uuid {
  if (n === 0) return base;
  const tail = (BigInt(`0x${base.slice(24)}`) + BigInt(n)) & 0xffff_ffff_ffffn;
  return base.slice(0, 24) + tail.toString(16).padStart(12, '0');
}

/**
 * The id of the one thing that answers another: the refund of a donation, the release of a campaign's coins. Whoever
 * repeats it repeats it under the same id. The counterpart of a counterpart is the thing itself.
 */
export function counterpartId(id: Uuid): Uuid {
  const tail = BigInt(`0x${id.slice(24)}`) ^ 0xffff_ffff_ffffn;
  return id.slice(0, 24) + tail.toString(16).padStart(12, '0');
}

/** Name of the stream of one thing, as in `post-0192…`. */
export const streamName = (category: string, id: string): string => `${category}-${id}`;

/** The category of a stream: what stands before its first hyphen. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));
