import type { AccountId } from '../kernel/ids.ts';

/** A text, and the account whose key encrypts it. */
export interface OwnedText {
  readonly owner: AccountId;
  readonly text: string;
}

/** A text that cannot be decrypted because it was modified or encrypted with another key. Retrying does not help. */
export class UnreadableText extends Error {
  constructor(cause: unknown) {
    super('a sealed text cannot be opened', { cause });
    this.name = 'UnreadableText';
  }
}

/**
 * Encrypts users' texts with one key per account (crypto-shredding). Erasing the key makes the texts unreadable
 * everywhere, although the events that contain them remain.
 */
export interface TextVault {
  /** Encrypts texts, in order. Creates missing keys. New texts of an erased owner cannot be decrypted. */
  readonly seal: (texts: readonly OwnedText[]) => Promise<readonly string[]>;
  /** Decrypts texts, in order: null for a text whose key is erased, and an error for a damaged text. */
  readonly open: (texts: readonly OwnedText[]) => Promise<readonly (string | null | UnreadableText)[]>;
  /** Stops decrypting an owner's texts. Called when the event that erases the account is read. */
  readonly forget: (owner: AccountId) => void;
}
