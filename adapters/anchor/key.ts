import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from '../create-folder.ts';
import { InvalidAnchor } from './format.ts';

/** Ed25519 key that signs anchors. */
export interface AnchorKey {
  /** Public key as 43 characters of base64url (RFC 8037, parameter `x`). */
  readonly publicKey: string;
  readonly sign: (text: string) => string;
}

const toAnchorKey = (key: KeyObject): AnchorKey => ({
  publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '',
  sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
});

/**
 * Reads a key from a PEM file. Returns undefined if the file does not exist.
 * @throws InvalidAnchor when the file does not contain an Ed25519 key
 */
export async function readKey(file: string): Promise<AnchorKey | undefined> {
  const pem = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (pem === undefined) return undefined;
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return toAnchorKey(key);
  } catch {
    // Reported by the error below.
  }
  throw new InvalidAnchor(`${file} does not contain an Ed25519 private key in PEM.`);
}

/** Reads the key from a file, or creates the file with a new key. Only the owner can read a new file. */
export async function loadOrCreateKey(file: string): Promise<AnchorKey> {
  const existingKey = await readKey(file);
  if (existingKey) return existingKey;
  createFolder(dirname(file));
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
  // Another process may have created it in the meantime.
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readKey(file)) as AnchorKey;
}

/** Returns whether a signature of a text was made with the key. Returns false if the key is malformed. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
