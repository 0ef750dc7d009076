import { createHmac } from 'node:crypto';
import type { IdentityProvider } from '../../domain/ports/identity.ts';
import { createGoogle } from './google.ts';
import { createLocalProvider, type LocalProvider } from './local/provider.ts';
import { createOpenIdProvider } from './open-id.ts';

export interface IdentityOptions {
  /** Credentials of sign-in with Google; without them the local provider stands in. */
  readonly google: { readonly clientId: string; readonly clientSecret: string } | undefined;
  /** The address that users see, without a slash at its end. */
  readonly publicUrl: string;
  /** The address at which this process listens, by which it reaches its own local provider. */
  readonly listenUrl: string;
  readonly secret: string;
}

/** The identity provider, and what this process serves when it is the local one. */
export interface Identity {
  readonly provider: IdentityProvider;
  readonly local: { readonly path: string; readonly answer: LocalProvider } | null;
}

/** Path below which the local provider is served. */
const LOCAL_PATH = '/local-identity';
const CLIENT_ID = 'kindra';

/** Reaches the users' address through the one on which this process listens, naming the former as a proxy does. */
function fetchThrough(publicUrl: string, listenUrl: string): typeof fetch {
  const { host, protocol } = new URL(publicUrl);
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('X-Forwarded-Host', host);
    headers.set('X-Forwarded-Proto', protocol.replace(':', ''));
    return fetch(String(input).replace(publicUrl, listenUrl), { ...init, headers });
  };
}

/** Google where there are credentials for it, otherwise the local provider. Both by the same protocol. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { google, publicUrl, listenUrl, secret } = options;
  const redirectUri = `${publicUrl}/google/callback`;
  if (google) return { provider: createGoogle({ ...google, redirectUri }), local: null };
  const issuer = `${publicUrl}${LOCAL_PATH}`;
  const clientSecret = createHmac('sha256', secret).update('client of the local provider').digest('hex');
  const shared = { issuer, clientId: CLIENT_ID, clientSecret, redirectUri };
  return {
    provider: createOpenIdProvider({
      ...shared,
      provider: 'local',
      prompt: 'login',
      localFetch: fetchThrough(publicUrl, listenUrl),
    }),
    local: { path: LOCAL_PATH, answer: await createLocalProvider({ ...shared, secret }) },
  };
}
