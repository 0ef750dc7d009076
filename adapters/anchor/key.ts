import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AnchorUnusable } from './format.ts';

/** The key that anchors are signed with (Ed25519). */
export interface AnchorKey {
  /** The public part as 43 characters of base64url (RFC 8037, parameter `x`). */
  readonly publicKey: string;
  /** Signs a text, as base64url. */
  readonly sign: (text: string) => string;
}

const toKey = (key: KeyObject): AnchorKey => ({
  publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '',
  sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
});

/**
 * Reads the key of a file in PEM; undefined when there is no file.
 * @throws AnchorUnusable when the file holds no Ed25519 key
 */
export async function readKey(file: string): Promise<AnchorKey | undefined> {
  const pem = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (pem === undefined) return undefined;
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return toKey(key);
  } catch {
    // The same sentence says it.
  }
  throw new AnchorUnusable(`${file} does not hold an Ed25519 private key in PEM.`);
}

/** Reads the key of a file, and creates it there, readable for its owner alone, unless it exists. */
export async function ensureKey(file: string): Promise<AnchorKey> {
  const existing = await readKey(file);
  if (existing) return existing;
  await mkdir(dirname(file), { recursive: true });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
  // Another process may have created it meanwhile.
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readKey(file)) as AnchorKey;
}

/** Whether a signature of a text is by the holder of a public key; false for what is no key. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
