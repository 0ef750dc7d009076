/** Too many passwords wait to be hashed. This one was not processed. */
export class PasswordsOverloaded extends Error {
  constructor() {
    super('too many passwords wait to be hashed');
    this.name = 'PasswordsOverloaded';
  }
}

/**
 * Hashes passwords. Few run at a time because hashing is deliberately slow; waiting groups, such as networks, take
 * turns.
 */
export interface Passwords {
  /** @throws PasswordsOverloaded when too many wait */
  readonly hash: (password: string, group?: string) => Promise<string>;
  /**
   * Verifies a password. A null hash never matches and takes as long as any other.
   * @throws PasswordsOverloaded when too many wait
   */
  readonly verify: (password: string, hash: string | null, group?: string) => Promise<boolean>;
}
