import { type APIRequest, type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { AuthResponse, Post, ProfileSummary } from '../../../contract/shapes.ts';

/** A one-pixel PNG picture, encoded in base64. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const PASSWORD = 'Sunflower42';

let usernameCount = 0;

/** Creates a username that no other journey uses. */
export const createUsername = (): string =>
  `t${process.pid.toString(36)}${Date.now().toString(36).slice(-6)}${(usernameCount++).toString(36)}`;

/** Creates a client IP address. With different addresses, concurrent journeys do not share rate limits. */
export const createIpAddress = (): string =>
  `10.${[0, 0, 0].map(() => 1 + Math.floor(Math.random() * 250)).join('.')}`;

/** An account and functions that call the API with its session, like another device. */
export interface Person extends AuthResponse {
  readonly username: string;
  readonly publish: (text: string, idParent?: string) => Promise<Post>;
  readonly like: (post: Post) => Promise<void>;
  readonly follow: (profile: Pick<ProfileSummary, 'id'>) => Promise<void>;
  readonly remove: (post: Post) => Promise<void>;
  readonly logOut: () => Promise<void>;
  /** Offers a dog for adoption. `town` is an optional GeoNames id. */
  readonly offerAnimal: (name: string, town?: number) => Promise<{ readonly id: string }>;
}

/** Registers a person. Returns an API client with their session. */
export async function registerPerson(
  requests: APIRequest,
  name = 'Juniper Vale',
  language = 'en',
): Promise<Person> {
  const username = createUsername();
  const api = await requests.newContext({
    baseURL: process.env.KINDRA_TEST_URL,
    extraHTTPHeaders: { 'X-Forwarded-For': createIpAddress(), 'Accept-Language': language },
  });
  const registrationResponse = await api.post('/api/register/USER', {
    data: {
      profileData: { username, password: PASSWORD, email: `${username}@example.org` },
      personalData: { name, birthdate: '1990-05-01', gender: 'O' },
    },
  });
  expect(registrationResponse.status(), await registrationResponse.text()).toBe(200);
  const session = (await registrationResponse.json()) as AuthResponse;
  const headers = { Authorization: `Bearer ${session.token}` };

  const call = async (method: 'post' | 'delete', path: string, data?: unknown): Promise<unknown> => {
    const response = await api[method](path, { headers, data });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return response.status() === 204 ? null : response.json();
  };

  return {
    ...session,
    username,
    publish: async (text, idParent) => (await call('post', '/api/publication', { text, idParent })) as Post,
    like: async ({ id }) => void (await call('post', '/api/likePublication', { idPublication: id })),
    follow: async ({ id }) => void (await call('post', '/api/followProfile', { idProfileToFollow: id })),
    remove: async ({ id }) => void (await call('delete', `/api/publication/${id}`)),
    logOut: async () => void (await call('post', '/api/logout')),
    offerAnimal: async (name, town) =>
      (await call('post', '/api/adopt', {
        animal: { name, type: 'DOG', breed: 'Terrier', age: 3, sex: 'F', imageBase64: PIXEL },
        description: 'Likes children.',
        vaccinated: true,
        sterilized: false,
        address: 'Bilbao',
        town,
      })) as { readonly id: string },
  };
}

/**
 * Returns a script that stores the session before a page loads for the first time. Later loads keep changes to the
 * session.
 */
export function createSessionScript({ token, expiration, dataUser }: AuthResponse): string {
  const storedSession = { token, expiration, userData: JSON.stringify(dataUser) };
  return `
    if (!sessionStorage.getItem('started')) {
      sessionStorage.setItem('started', 'yes');
      Object.assign(localStorage, ${JSON.stringify(storedSession)});
    }
  `;
}

/** Logs in every page that is later opened in a browser context. */
export const logInAs = (context: BrowserContext, session: AuthResponse): Promise<unknown> =>
  context.addInitScript(createSessionScript(session));

/** Opens a page in a new browser context that is logged in with the session. */
export async function openPage(browser: Browser, session: AuthResponse): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.KINDRA_TEST_URL });
  await logInAs(context, session);
  return context.newPage();
}

/** Returns the toast that contains a sentence. */
export const findToast = (page: Page, sentence: string | RegExp) =>
  page.getByRole('status', { name: 'Messages from Kindra' }).getByText(sentence, { exact: true });
