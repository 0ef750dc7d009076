/** Too many passwords wait to be hashed; this one was not looked at. */
export class PasswordsOverloaded extends Error {
  constructor() {
    super('too many passwords wait to be hashed');
    this.name = 'PasswordsOverloaded';
  }
}

/** Hashes passwords, slowly on purpose: few at a time. Groups that wait, such as networks, take turns. */
export interface Passwords {
  /** @throws PasswordsOverloaded when too many wait */
  readonly hash: (password: string, group?: string) => Promise<string>;
  /**
   * Takes as long for a hash of null, which no password fits, as for any other.
   * @throws PasswordsOverloaded when too many wait
   */
  readonly fits: (password: string, hash: string | null, group?: string) => Promise<boolean>;
}
