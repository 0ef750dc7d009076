import type { AccountId } from '../kernel/ids.ts';

/** A text and the account whose key encrypts it. */
export interface OwnedText {
  readonly owner: AccountId;
  readonly text: string;
}

/** A text cannot be decrypted: it was modified or encrypted with another key. Retrying does not help. */
export class UnreadableText extends Error {
  constructor(cause: unknown) {
    super('a sealed text cannot be opened', { cause });
    this.name = 'UnreadableText';
  }
}

/**
 * Encrypts the texts of users with one key per account (crypto-shredding). Erasing the key makes the texts unreadable
 * everywhere; the events that contain them stay.
 */
export interface TextVault {
  /** Encrypts texts, in order. Creates missing keys. After an erasure, new texts cannot be decrypted either. */
  readonly seal: (texts: readonly OwnedText[]) => Promise<readonly string[]>;
  /** Decrypts texts, in order: null for an erased key, an error for a damaged text. */
  readonly open: (texts: readonly OwnedText[]) => Promise<readonly (string | null | UnreadableText)[]>;
  /**
   * Permanently stops decrypting texts of this owner, even if the key is still cached or stored. Called when a reader
   * reaches the event of the account's erasure.
   */
  readonly forget: (owner: AccountId) => void;
}
