import { startTestApi, type TestApi, type TestApiOptions } from './api.ts';
import { type Client, createClient } from './client.ts';

/** The API that `setUpTestApi` started for the current test file. */
export let api: TestApi;
/** A client of that API. */
export let client: Client;

/** Starts an API before the tests of a file and closes it after them. */
export function setUpTestApi(options?: TestApiOptions): void {
  beforeAll(async () => {
    api = await startTestApi(options);
    client = createClient(api.url);
  });
  afterAll(() => api.close());
}
