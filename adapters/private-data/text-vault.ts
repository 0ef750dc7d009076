import { createCipheriv, createDecipheriv, randomBytes, randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { createLruCache } from '../../common/lru-cache.ts';
import { opaqueParameter } from '../../common/opaque-parameter.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { type OwnedText, type TextVault, UnreadableText } from '../../domain/ports/text-vault.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Format version. It is followed by the nonce, the tag and the ciphertext in base64. */
const FORMAT_PREFIX = 'k1.';

interface TextVaultOptions {
  readonly pool: Pool;
  /** Lifetime of a cached key, in milliseconds, for which other processes can still decrypt erased texts. */
  readonly cacheMs?: number;
}

/** Nonces are generated in batches: a call to the random generator costs as much as encrypting a text. */
const NONCES_PER_BATCH = 512;
const nonceBuffer = Buffer.alloc(NONCES_PER_BATCH * NONCE_BYTES);
let usedNonceBytes = nonceBuffer.length;

function takeNonce(): Buffer {
  if (usedNonceBytes === nonceBuffer.length) {
    randomFillSync(nonceBuffer);
    usedNonceBytes = 0;
  }
  usedNonceBytes += NONCE_BYTES;
  return nonceBuffer.subarray(usedNonceBytes - NONCE_BYTES, usedNonceBytes);
}

/** Encrypts a text. It authenticates the owner, so the ciphertext is invalid for other accounts. */
function encryptText(key: Uint8Array, { owner, text }: OwnedText): string {
  const nonce = takeNonce();
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return FORMAT_PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/**
 * Decrypts a text.
 * @throws Error when the key or the owner is wrong, or the text was changed
 */
function decryptText(key: Uint8Array, { owner, text }: OwnedText): string {
  if (!text.startsWith(FORMAT_PREFIX)) throw new Error('a sealed text has an unknown format');
  const bytes = Buffer.from(text.slice(FORMAT_PREFIX.length), 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Decrypts a text. Returns an error instead of throwing, so that a damaged text does not fail its batch. */
function tryDecrypt(key: Uint8Array, ownedText: OwnedText): string | UnreadableText {
  try {
    return decryptText(key, ownedText);
  } catch (error) {
    return new UnreadableText(error);
  }
}

/** Maximum size in characters. A process usually reads what it has just written. */
const PLAINTEXT_CACHE_SIZE = 64_000;
const MAX_CACHED_KEYS = 50_000;

/** Creates a vault with one key per account. Keys are stored in PostgreSQL and cached in memory. */
export function createTextVault({ pool, cacheMs = 60_000 }: TextVaultOptions): TextVault {
  const keyCache = createLruCache<Uint8Array>(MAX_CACHED_KEYS, cacheMs);
  const plaintextCache = new LRUCache<string, OwnedText>({
    maxSize: PLAINTEXT_CACHE_SIZE,
    sizeCalculation: ({ text }, sealedText) => text.length + sealedText.length,
  });
  const erasedOwners = new Set<AccountId>();

  function seal(key: Uint8Array, ownedText: OwnedText): string {
    const sealedText = encryptText(key, ownedText);
    plaintextCache.set(sealedText, ownedText);
    return sealedText;
  }

  function open(key: Uint8Array, sealedText: OwnedText): string | UnreadableText {
    const plainText = plaintextCache.get(sealedText.text);
    return plainText?.owner === sealedText.owner ? plainText.text : tryDecrypt(key, sealedText);
  }

  /** Returns the keys of the owners. Keys that are not cached are loaded with a single query. */
  async function loadKeys(texts: readonly OwnedText[]): Promise<Map<AccountId, Uint8Array>> {
    const keys = new Map<AccountId, Uint8Array>();
    const uncachedOwners = new Set<AccountId>();
    for (const { owner } of texts) {
      if (erasedOwners.has(owner)) continue;
      const key = keys.get(owner) ?? keyCache.get(owner);
      if (key) keys.set(owner, key);
      else uncachedOwners.add(owner);
    }
    if (uncachedOwners.size === 0) return keys;
    const { rows } = await pool.query<{ account_id: AccountId; key: Buffer }>({
      name: 'text-keys',
      text: `SELECT account_id, key FROM private.text_keys
        WHERE account_id = ANY (${opaqueParameter('$1', 'uuid[]')}::uuid[]) AND key IS NOT NULL`,
      values: [[...uncachedOwners]],
    });
    for (const { account_id, key } of rows) {
      // The key may have been erased during the query.
      if (erasedOwners.has(account_id)) continue;
      keys.set(account_id, key);
      keyCache.set(account_id, key);
    }
    return keys;
  }

  async function createMissingKeys(
    texts: readonly OwnedText[],
    keys: ReadonlyMap<AccountId, Uint8Array>,
  ): Promise<boolean> {
    const missingOwners = [...new Set(texts.map(({ owner }) => owner))]
      .filter((owner) => !keys.has(owner))
      .sort();
    if (missingOwners.length === 0) return false;
    await pool.query({
      name: 'make-text-keys',
      text: `INSERT INTO private.text_keys (account_id, key)
             SELECT * FROM unnest($1::uuid[], $2::bytea[]) ON CONFLICT DO NOTHING`,
      values: [missingOwners, missingOwners.map(() => randomBytes(KEY_BYTES))],
    });
    return true;
  }

  return {
    async seal(texts) {
      let keys = await loadKeys(texts);
      if (await createMissingKeys(texts, keys)) keys = await loadKeys(texts);
      // An account erased in the meantime gets a key that is not stored.
      return texts.map((ownedText) => {
        const key = keys.get(ownedText.owner);
        return key ? seal(key, ownedText) : encryptText(randomBytes(KEY_BYTES), ownedText);
      });
    },
    async open(texts) {
      const keys = await loadKeys(texts);
      return texts.map((ownedText) => {
        const key = keys.get(ownedText.owner);
        return key ? open(key, ownedText) : null;
      });
    },
    forget(owner) {
      erasedOwners.add(owner);
      keyCache.delete(owner);
      for (const [sealedText, ownedText] of plaintextCache.entries())
        if (ownedText.owner === owner) plaintextCache.delete(sealedText);
    },
  };
}
