import type { Instant } from '../kernel/ids.ts';

/** Values stored between the redirect to an identity provider and the callback. */
export interface SignIn {
  readonly nonce: string;
  readonly verifier: string;
}

/** Sign-ins that wait for the return of the browser from the identity provider, by `state`. */
export interface SignIns {
  readonly begin: (state: string, signIn: SignIn, expiresAt: Instant) => Promise<void>;
  /** Consumes a sign-in. Returns null if it does not exist, has expired or was already consumed. */
  readonly end: (state: string, now: Instant) => Promise<SignIn | null>;
}
