/** Thrown when too many passwords are waiting to be hashed. The password was not processed. */
export class PasswordsOverloaded extends Error {
  constructor() {
    super('too many passwords wait to be hashed');
    this.name = 'PasswordsOverloaded';
  }
}

/**
 * Hashes passwords. Only a few are hashed at a time, because hashing is deliberately slow. If passwords from several
 * groups, such as networks, are waiting, the groups take turns. Passwords are normalized to NFC first.
 */
export interface Passwords {
  /** @throws PasswordsOverloaded when too many passwords are waiting */
  readonly hash: (password: string, group?: string) => Promise<string>;
  /**
   * Returns whether a password matches a hash. A null hash never matches, but takes equally long.
   * @throws PasswordsOverloaded when too many passwords are waiting
   */
  readonly verify: (password: string, hash: string | null, group?: string) => Promise<boolean>;
}
