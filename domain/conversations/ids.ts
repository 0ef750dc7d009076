import type { AccountId, Uuid } from '../kernel/ids.ts';

/** Id of the conversation between two accounts. */
export type ConversationId = Uuid;

/** Id of a message and of its `MessageSent` event. */
export type MessageId = Uuid;

const FNV_PRIME = 0x0000000001000000000000000000013bn;
const FNV_OFFSET = 0x6c62272e07bb014262b821756295c58dn;
const HASH_MASK = (1n << 128n) - 1n;

/** Computes a 128-bit FNV-1a hash. Clients cannot choose account ids, so no stronger hash is needed. */
function computeHash(hex: string): bigint {
  let hash = FNV_OFFSET;
  for (let at = 0; at < hex.length; at += 2)
    hash = ((hash ^ BigInt(`0x${hex.slice(at, at + 2)}`)) * FNV_PRIME) & HASH_MASK;
  return hash;
}

/** Cache of derived ids. Each message needs its conversation id several times, and hashing is slow. */
const cachedIds = new Map<string, ConversationId>();
const MAX_CACHED_IDS = 20_000;

/**
 * Derives the conversation id for two accounts, independent of their order. The id is a version 7 UUID: its timestamp
 * is from the younger account's id, the rest is a hash of both ids.
 */
export function deriveConversationId(one: AccountId, other: AccountId): ConversationId {
  const [older, younger] = one < other ? [one, other] : [other, one];
  const pair = older + younger;
  const id = cachedIds.get(pair) ?? computeConversationId(pair, younger);
  if (cachedIds.size >= MAX_CACHED_IDS) cachedIds.clear();
  cachedIds.set(pair, id);
  return id;
}

function computeConversationId(pair: string, younger: AccountId): ConversationId {
  const hash = computeHash(pair.replaceAll('-', '')).toString(16).padStart(32, '0');
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${younger.slice(0, 14)}7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(20)}`;
}
