import { createCipheriv, createDecipheriv, randomBytes, randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { type OwnedText, type TextVault, UnreadableText } from '../../domain/ports/text-vault.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Stands before every sealed text: the version of what follows, which is base64 of nonce, tag and ciphertext. */
const FORMAT = 'k1.';

export interface TextVaultOptions {
  readonly pool: Pool;
  /** How many keys are remembered. */
  readonly cacheSize?: number;
  /** For how long a key is remembered: so long may another process open texts of a key that was erased. */
  readonly cacheMs?: number;
}

/** Nonces are drawn for many texts at once, since a draw costs as much as the sealing. */
const DRAWN_NONCES = 512;
const drawn = Buffer.alloc(DRAWN_NONCES * NONCE_BYTES);
let used = drawn.length;

function nextNonce(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += NONCE_BYTES;
  return drawn.subarray(used - NONCE_BYTES, used);
}

/** Seals a text under a key; the owner is bound into it, so that a sealed text cannot pass for another's. */
export function sealText(key: Uint8Array, { owner, text }: OwnedText): string {
  const nonce = nextNonce();
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return FORMAT + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Opens a sealed text. @throws when it was sealed under another key, for another owner, or has been changed */
export function openText(key: Uint8Array, { owner, text }: OwnedText): string {
  if (!text.startsWith(FORMAT)) throw new Error('a sealed text is of a format that is not known');
  const bytes = Buffer.from(text.slice(FORMAT.length), 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** One damaged text must not keep those beside it shut. */
function opened(key: Uint8Array, owned: OwnedText): string | UnreadableText {
  try {
    return openText(key, owned);
  } catch (error) {
    return new UnreadableText(error);
  }
}

/** Characters of texts that were just sealed here and are kept open: what a process writes it also delivers and projects. */
const KEPT_OPEN = 64_000;

/** A vault that keeps a key per account in PostgreSQL and the keys in use in memory. */
export function createTextVault({ pool, cacheSize = 50_000, cacheMs = 60_000 }: TextVaultOptions): TextVault {
  const cache = new LRUCache<AccountId, Uint8Array>({ max: cacheSize, ttl: cacheMs });
  const justSealed = new LRUCache<string, OwnedText>({
    maxSize: KEPT_OPEN,
    sizeCalculation: ({ text }, sealed) => text.length + sealed.length,
  });
  const forgotten = new Set<AccountId>();

  function seal(key: Uint8Array, owned: OwnedText): string {
    const sealed = sealText(key, owned);
    justSealed.set(sealed, owned);
    return sealed;
  }

  function open(key: Uint8Array, sealed: OwnedText): string | UnreadableText {
    const known = justSealed.get(sealed.text);
    return known?.owner === sealed.owner ? known.text : opened(key, sealed);
  }

  /** The keys of the owners that have one, with one query for those that are not remembered. */
  async function keysOf(texts: readonly OwnedText[]): Promise<Map<AccountId, Uint8Array>> {
    const keys = new Map<AccountId, Uint8Array>();
    const unknown = new Set<AccountId>();
    for (const { owner } of texts) {
      if (forgotten.has(owner)) continue;
      const key = keys.get(owner) ?? cache.get(owner);
      if (key) keys.set(owner, key);
      else unknown.add(owner);
    }
    if (unknown.size === 0) return keys;
    const { rows } = await pool.query<{ account_id: AccountId; key: Buffer }>({
      name: 'text-keys',
      text: 'SELECT account_id, key FROM private.text_keys WHERE account_id = ANY($1::uuid[]) AND key IS NOT NULL',
      values: [[...unknown]],
    });
    for (const { account_id, key } of rows) {
      // It may have been forgotten while the database was asked.
      if (forgotten.has(account_id)) continue;
      keys.set(account_id, key);
      cache.set(account_id, key);
    }
    return keys;
  }

  async function makeMissingKeys(
    texts: readonly OwnedText[],
    keys: ReadonlyMap<AccountId, Uint8Array>,
  ): Promise<boolean> {
    const missing = [...new Set(texts.map(({ owner }) => owner))].filter((owner) => !keys.has(owner)).sort();
    if (missing.length === 0) return false;
    await pool.query({
      name: 'make-text-keys',
      text: `INSERT INTO private.text_keys (account_id, key)
             SELECT * FROM unnest($1::uuid[], $2::bytea[]) ON CONFLICT DO NOTHING`,
      values: [missing, missing.map(() => randomBytes(KEY_BYTES))],
    });
    return true;
  }

  return {
    async seal(texts) {
      let keys = await keysOf(texts);
      if (await makeMissingKeys(texts, keys)) keys = await keysOf(texts);
      // Who was erased while still writing gets a key that nobody keeps.
      return texts.map((owned) => {
        const key = keys.get(owned.owner);
        return key ? seal(key, owned) : sealText(randomBytes(KEY_BYTES), owned);
      });
    },
    async open(texts) {
      const keys = await keysOf(texts);
      return texts.map((owned) => {
        const key = keys.get(owned.owner);
        return key ? open(key, owned) : null;
      });
    },
    forget(owner) {
      forgotten.add(owner);
      cache.delete(owner);
      for (const [sealed, owned] of justSealed.entries())
        if (owned.owner === owner) justSealed.delete(sealed);
    },
  };
}
