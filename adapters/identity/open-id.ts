import type * as OpenIdClient from 'openid-client';
import {
  type IdentityProvider,
  IdentityUnavailable,
  SignInRefused,
  type VerifiedIdentity,
} from '../../domain/ports/identity.ts';

/** Registration of Kindra as a client at an OpenID provider. */
export interface OpenIdOptions {
  readonly provider: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** OpenID parameter `prompt`, which determines how the provider treats an existing session. */
  readonly prompt: string;
  /** Replacement for `fetch` if the provider runs on this machine. Also allows plain HTTP. */
  readonly localFetch?: typeof fetch;
}

const SCOPE = 'openid email profile';
const TIMEOUT_SECONDS = 10;

type Client = typeof OpenIdClient;

const loadClient = (): Promise<Client> => import('openid-client');

/** Returns whether the provider responded with an error. All other errors are connection errors. */
const isRefusal = (client: Client, error: unknown): boolean =>
  error instanceof client.ResponseBodyError
    ? error.status < 500
    : error instanceof client.AuthorizationResponseError ||
      (error instanceof client.ClientError &&
        /JWT|CLAIM|JSON_ATTRIBUTE|INVALID_RESPONSE|KEY_SELECTION/.test(error.code ?? ''));

const toFailure = (client: Client, error: unknown): Error => {
  if (error instanceof SignInRefused) return error;
  return isRefusal(client, error) ? new SignInRefused(error) : new IdentityUnavailable(error);
};

const readTextClaim = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' ? claim : null;

/** Refuses unverified email addresses, because they could belong to anybody. */
function toIdentity(provider: string, claims: OpenIdClient.IDToken | undefined): VerifiedIdentity {
  const email = readTextClaim(claims?.email);
  if (!claims || !email || claims.email_verified !== true)
    throw new SignInRefused('the provider has not verified the email address');
  return {
    provider,
    subject: claims.sub,
    email,
    name: readTextClaim(claims.name) ?? '',
    givenName: readTextClaim(claims.given_name),
    familyName: readTextClaim(claims.family_name),
  };
}

/** Creates a client for the OpenID Connect authorization code flow with PKCE, state and nonce. */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const { provider, issuer, clientId, clientSecret, redirectUri, prompt, localFetch } = options;
  let discovery: Promise<OpenIdClient.Configuration> | undefined;

  const loadConfiguration = async (client: Client): Promise<OpenIdClient.Configuration> =>
    client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      ...(localFetch && { execute: [client.allowInsecureRequests], [client.customFetch]: localFetch }),
    });

  /** Returns the provider metadata. It is discovered only once; a failed discovery is retried. */
  async function getConfiguration(client: Client): Promise<OpenIdClient.Configuration> {
    discovery ??= loadConfiguration(client);
    try {
      return await discovery;
    } catch (error) {
      discovery = undefined;
      throw new IdentityUnavailable(error);
    }
  }

  return {
    async begin() {
      const client = await loadClient();
      const configuration = await getConfiguration(client);
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        prompt,
      });
      return { url: url.href, state, nonce, verifier };
    },

    async finish(code, { state, nonce, verifier }) {
      const client = await loadClient();
      const configuration = await getConfiguration(client);
      const { issuer: iss, authorization_response_iss_parameter_supported: hasIssuerParameter } =
        configuration.serverMetadata();
      const callbackUrl = new URL(redirectUri);
      callbackUrl.searchParams.set('code', code);
      callbackUrl.searchParams.set('state', state);
      // The client drops `iss`. With a single provider, responses cannot be mixed up.
      if (hasIssuerParameter) callbackUrl.searchParams.set('iss', iss);
      try {
        const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return toIdentity(provider, tokens.claims());
      } catch (error) {
        throw toFailure(client, error);
      }
    },
  };
}
