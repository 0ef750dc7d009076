import { type APIRequest, type APIRequestContext, expect } from '@playwright/test';
import type { Crowdfunding } from '../../../contract/crowdfunding.ts';
import type { AuthResponse, Profile } from '../../../contract/shapes.ts';
import { createUsername, PASSWORD } from './people.ts';

/** A one-pixel picture for campaigns whose picture does not matter. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Staff accounts in the demo data. */
const STAFF = {
  amalia: { username: 'amalia', password: 'Amalia2026' },
  oskar: { username: 'oskar', password: 'Oskar2026' },
} as const;

/** API client that is logged in to an account. */
export interface ApiClient {
  readonly session: AuthResponse;
  readonly call: <Result>(method: 'get' | 'post' | 'put', path: string, data?: unknown) => Promise<Result>;
}

const createContext = (requests: APIRequest): Promise<APIRequestContext> =>
  requests.newContext({
    baseURL: process.env.KINDRA_TEST_URL,
    extraHTTPHeaders: { 'X-Forwarded-For': `10.9.${1 + Math.floor(Math.random() * 250)}.7` },
  });

/** Creates an API client that uses the session's token. */
export async function createApiClient(requests: APIRequest, session: AuthResponse): Promise<ApiClient> {
  const api = await createContext(requests);
  const headers = { Authorization: `Bearer ${session.token}` };
  return {
    session,
    async call(method, path, data) {
      const response = await api[method](path, { headers, data });
      const text = await response.text();
      expect(response.ok(), `${method} ${path}: ${text}`).toBe(true);
      return (response.headers()['content-type']?.includes('json') ? JSON.parse(text) : text) as never;
    },
  };
}

async function logIn(requests: APIRequest, credentials: object): Promise<AuthResponse> {
  const response = await (await createContext(requests)).post('/api/login', { data: credentials });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as AuthResponse;
}

/** Logs in a staff member from the demo data. */
export const logInStaff = async (requests: APIRequest, name: keyof typeof STAFF): Promise<ApiClient> =>
  createApiClient(requests, await logIn(requests, STAFF[name]));

/** Registers an organization that awaits approval. Returns its username. */
export async function registerOrganization(requests: APIRequest, orgName: string): Promise<string> {
  const username = createUsername();
  const response = await (await createContext(requests)).post('/api/register/ORG', {
    data: {
      profileData: { username, password: PASSWORD, email: `${username}@example.org` },
      personalData: { name: 'Rowan', birthdate: '1980-05-01', gender: 'O' },
      orgData: { orgName, category: 'SPA' },
    },
  });
  expect(response.status(), await response.text()).toBe(403);
  return username;
}

/** Registers an organization, approves it and logs it in. */
export async function createOrganization(
  requests: APIRequest,
  staff: ApiClient,
  orgName = 'Harbour Cats',
): Promise<ApiClient> {
  const username = await registerOrganization(requests, orgName);
  const { id } = await staff.call<Profile>('get', `/api/profile/${username}`);
  await staff.call('put', `/api/dashboard/approve/organization/${id}`, {});
  return createApiClient(requests, await logIn(requests, { username, password: PASSWORD }));
}

/** Creates a campaign that awaits approval. */
export const createCrowdfunding = ({ call }: ApiClient, title: string): Promise<Crowdfunding> =>
  call<Crowdfunding>('post', '/api/crowdfunding', {
    title,
    description: 'It rains in, and the cats do not like it.',
    goalAmount: 50_000,
    durationDays: 30,
    imageBase64: PIXEL,
  });

/** Creates a campaign that accepts donations. */
export async function createActiveCrowdfunding(
  organization: ApiClient,
  staff: ApiClient,
  title: string,
): Promise<Crowdfunding> {
  const crowdfunding = await createCrowdfunding(organization, title);
  await staff.call('put', `/api/dashboard/approve/crowdfunding/${crowdfunding.id}`, {});
  return crowdfunding;
}

/** Buys coins by card and waits until they are credited. */
export async function buyCoins(requests: APIRequest, { call }: ApiClient, amount: number): Promise<void> {
  type Config = { readonly publishableKey: string; readonly apiBase: string };
  const { publishableKey, apiBase } = await call<Config>('get', '/api/payment/config');
  const secret = await call<string>('post', '/api/payment/create-payment-intent', { amount });
  const paymentId = secret.split('_secret_')[0];
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' };
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const response = await (await createContext(requests)).post(
    `${apiBase}/v1/payment_intents/${paymentId}/confirm`,
    {
      headers: { Authorization: `Bearer ${publishableKey}` },
      form: {
        client_secret: secret,
        return_url: `${process.env.KINDRA_TEST_URL}/wallet/payment/result`,
        'payment_method_data[type]': 'card',
        ...Object.fromEntries(fields),
      },
    },
  );
  expect(response.ok(), await response.text()).toBe(true);
  await expect
    .poll(async () => (await call<{ credited: boolean }>('get', `/api/payment/${paymentId}`)).credited)
    .toBe(true);
}
