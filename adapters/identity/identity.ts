import { createHmac } from 'node:crypto';
import type { IdentityProvider } from '../../domain/ports/identity.ts';
import { createLocalProvider, type LocalProvider } from './local/provider.ts';
import { createOpenIdProvider, type OpenIdOptions } from './open-id.ts';

/** Settings that select the identity provider, with the URLs and the secret of the local one. */
export interface IdentityOptions {
  /** Google credentials; if undefined, the local provider is used. */
  readonly google: Pick<OpenIdOptions, 'clientId' | 'clientSecret'> | undefined;
  readonly publicUrl: string;
  /** URL on which this process listens. Used to reach its own local provider. */
  readonly listenUrl: string;
  readonly secret: string;
}

/** The identity provider, and the request handler of the local provider if this process serves it. */
export interface Identity {
  readonly provider: IdentityProvider;
  readonly local: { readonly path: string; readonly handle: LocalProvider } | null;
}

const LOCAL_PATH = '/local-identity';
const CLIENT_ID = 'kindra';

/** Redirects requests for the public URL to this process, with the headers that a proxy would set. */
function createRedirectingFetch(publicUrl: string, listenUrl: string): typeof fetch {
  const { host, protocol } = new URL(publicUrl);
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('X-Forwarded-Host', host);
    headers.set('X-Forwarded-Proto', protocol.replace(':', ''));
    return fetch(String(input).replace(publicUrl, listenUrl), { ...init, headers });
  };
}

/** Creates the identity provider: Google if credentials are set, otherwise the local one. Both use OpenID Connect. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { google, publicUrl, listenUrl, secret } = options;
  const redirectUri = `${publicUrl}/google/callback`;
  if (google) {
    const provider = createOpenIdProvider({
      ...google,
      redirectUri,
      provider: 'google',
      issuer: 'https://accounts.google.com',
      prompt: 'select_account',
    });
    return { provider, local: null };
  }
  const issuer = `${publicUrl}${LOCAL_PATH}`;
  const clientSecret = createHmac('sha256', secret).update('client of the local provider').digest('hex');
  const commonOptions = { issuer, clientId: CLIENT_ID, clientSecret, redirectUri };
  return {
    provider: createOpenIdProvider({
      ...commonOptions,
      provider: 'local',
      prompt: 'login',
      localFetch: createRedirectingFetch(publicUrl, listenUrl),
    }),
    local: { path: LOCAL_PATH, handle: await createLocalProvider({ ...commonOptions, secret }) },
  };
}
