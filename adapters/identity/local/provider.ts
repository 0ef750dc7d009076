import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Configuration, Provider } from 'oidc-provider';
import { checkEmail, nameEmpty } from '../../../domain/accounts/rules.ts';
import { cleanText } from '../../../domain/kernel/text.ts';
import type { OpenIdOptions } from '../open-id.ts';
import { renderChoicePage } from './page.ts';
import { createPersonDirectory, type Person, type PersonDirectory } from './people.ts';
import { createAdapterFactory } from './storage.ts';

/** Options of the provider and its client. `issuer` is the public URL of the provider. */
export interface LocalProviderOptions
  extends Pick<OpenIdOptions, 'issuer' | 'clientId' | 'clientSecret' | 'redirectUri'> {
  readonly secret: string;
}

/** Request handler. Mount it at the provider's path. */
export type LocalProvider = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const MAX_BODY_LENGTH = 4096;
const CHOICE_PATH = /^\/choose\/([\w-]+)$/;
const HOUR_SECONDS = 3600;

/** Imports the provider package. Suppresses its warning about Node.js 20, which it supports in practice. */
async function importProvider(): Promise<typeof Provider> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return (await import('oidc-provider')).Provider;
  } finally {
    console.warn = warn;
  }
}

/** Creates a key for this process. When it restarts, sign-ins in progress become invalid. */
function createSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kty: 'EC', alg: 'ES256', use: 'sig' };
}

function createConfiguration(options: LocalProviderOptions, people: PersonDirectory): Configuration {
  const { clientId, clientSecret, redirectUri, secret, issuer } = options;
  const path = new URL(issuer).pathname;
  return {
    adapter: createAdapterFactory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [createSigningKey()] },
    cookies: { keys: [createHmac('sha256', secret).update('local identity provider').digest('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${path}/choose/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: 60,
      Grant: HOUR_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: HOUR_SECONDS,
    },
    async findAccount(_context, subject) {
      const person = people.find(subject);
      return person ? { accountId: subject, claims: async () => toClaims(person) } : undefined;
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId as string });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

const toClaims = ({ subject, name, email }: Person) => ({
  sub: subject,
  name,
  given_name: name.split(' ')[0],
  family_name: name.split(' ').slice(1).join(' '),
  email,
  email_verified: true,
});

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) {
    body += chunk;
    if (body.length > MAX_BODY_LENGTH) break;
  }
  return new URLSearchParams(body.slice(0, MAX_BODY_LENGTH));
}

function parseChoice(form: URLSearchParams, people: PersonDirectory): Person | string {
  const subject = form.get('subject');
  if (subject) return people.find(subject) ?? 'Please choose somebody.';
  const name = cleanText(form.get('name') ?? '');
  const email = cleanText(form.get('email') ?? '');
  if (name === '') return nameEmpty.message;
  return checkEmail(email)?.message ?? people.findOrCreate(name, email);
}

function sendPage(response: ServerResponse, people: PersonDirectory, problem: string | null): void {
  const nonce = randomBytes(16).toString('base64');
  response.writeHead(problem ? 400 : 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(renderChoicePage(people.predefined, nonce, problem));
}

/** Creates an OpenID provider with fictitious people, instead of Google. Request paths are relative to its issuer. */
export async function createLocalProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  const people = createPersonDirectory();
  const OidcProvider = await importProvider();
  const provider = new OidcProvider(options.issuer, createConfiguration(options, people));
  // Its public URLs come from the forwarding headers of this process and its proxies.
  provider.proxy = true;
  const handleRequest = provider.callback();

  async function handleChoice(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await provider.interactionDetails(request, response);
    if (request.method !== 'POST') return sendPage(response, people, null);
    const selectedPerson = parseChoice(await readForm(request), people);
    if (typeof selectedPerson === 'string') return sendPage(response, people, selectedPerson);
    await provider.interactionFinished(request, response, { login: { accountId: selectedPerson.subject } });
  }

  return async (request, response) => {
    if (!CHOICE_PATH.test((request.url ?? '').split('?')[0] as string))
      return handleRequest(request, response);
    try {
      await handleChoice(request, response);
    } catch {
      response.writeHead(303, { Location: '/login' }).end();
    }
  };
}
