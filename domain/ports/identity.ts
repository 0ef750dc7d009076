/** URL to which the browser is redirected, and the values to store until the browser returns. */
export interface SignInRequest {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Verified claims from the identity provider. */
export interface VerifiedIdentity {
  readonly provider: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

/** An OpenID Connect provider: authorization code flow with PKCE, state and nonce. */
export interface IdentityProvider {
  /** @throws IdentityUnavailable when the provider cannot be reached */
  readonly begin: () => Promise<SignInRequest>;
  /**
   * Exchanges the authorization code for the verified identity.
   * @throws SignInRefused when the code or a token is invalid
   * @throws IdentityUnavailable when the provider cannot be reached
   */
  readonly finish: (
    code: string,
    request: Pick<SignInRequest, 'state' | 'nonce' | 'verifier'>,
  ) => Promise<VerifiedIdentity>;
}

/** Thrown when the identity provider cannot be reached. The user can try again later. */
export class IdentityUnavailable extends Error {
  constructor(cause: unknown) {
    super('the identity provider cannot be reached', { cause });
    this.name = 'IdentityUnavailable';
  }
}

/** Thrown for an invalid or used code, a token that does not match, or an unverified email address. */
export class SignInRefused extends Error {
  constructor(cause: unknown) {
    super('the sign-in was refused', { cause });
    this.name = 'SignInRefused';
  }
}
