/** Hashes passwords, slowly on purpose. */
export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /** Takes as long for a hash of null, which no password fits, as for any other. */
  readonly fits: (password: string, hash: string | null) => Promise<boolean>;
}
