import type { AccountId } from '../kernel/ids.ts';

/** A text and the account under whose key it is sealed. */
export interface OwnedText {
  readonly owner: AccountId;
  readonly text: string;
}

/** A sealed text that its key does not open: it was changed, or sealed for somebody else. Trying again does not help. */
export class UnreadableText extends Error {
  constructor(cause: unknown) {
    super('a sealed text cannot be opened', { cause });
    this.name = 'UnreadableText';
  }
}

/**
 * Seals the texts that people write under a key per account. Erasing the key erases the texts, wherever they stand;
 * the events that hold them stay.
 */
export interface TextVault {
  /** Seals texts, in order; makes the key of an account that has none yet. After an erasure nobody can open them. */
  readonly seal: (texts: readonly OwnedText[]) => Promise<readonly string[]>;
  /** Opens sealed texts, in order; null for each whose key has been erased, an error for each that is damaged. */
  readonly open: (texts: readonly OwnedText[]) => Promise<readonly (string | null | UnreadableText)[]>;
  /**
   * Never opens a text of this owner again, whether the key is remembered, or still kept: who has read that an account
   * was erased must not read its texts behind that.
   */
  readonly forget: (owner: AccountId) => void;
}
