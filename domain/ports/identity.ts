/** Where to send somebody's browser, and what must be remembered until it comes back. */
export interface SignInRequest {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who came back, as the provider tells. */
export interface ProvenIdentity {
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
   * @throws SignInRefused when the code or what came with it is not good
   * @throws IdentityUnavailable when the provider cannot be reached
   */
  readonly finish: (
    code: string,
    request: Pick<SignInRequest, 'state' | 'nonce' | 'verifier'>,
  ) => Promise<ProvenIdentity>;
}

/** The identity provider cannot be reached. */
export class IdentityUnavailable extends Error {
  constructor(cause: unknown) {
    super('the identity provider cannot be reached', { cause });
    this.name = 'IdentityUnavailable';
  }
}

/** The sign-in was not good: a wrong or used code, a token that does not fit, or an address that is not verified. */
export class SignInRefused extends Error {
  constructor(cause: unknown) {
    super('the sign-in was refused', { cause });
    this.name = 'SignInRefused';
  }
}
