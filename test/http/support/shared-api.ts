import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTemporaryFolder } from '../../support/kindra-process.ts';
import { startTestApi, type TestApi, type TestApiOptions } from './api.ts';
import { type Client, createClient } from './client.ts';

/** API of the current test file or test. Importing modules always see the current value. */
export let api: TestApi;
/** Client for `api`. */
export let client: Client;

async function startSharedApi(options?: TestApiOptions): Promise<void> {
  api = await startTestApi(options);
  client = createClient(api.url);
}

/** Starts an API before the tests in a file and closes it after them. */
export function setUpTestApi(options?: TestApiOptions): void {
  beforeAll(() => startSharedApi(options));
  afterAll(() => api.close());
}

/** Starts an API before each test in a file. Use it for tests that advance the clock or count all rows. */
export function setUpTestApiPerTest(options?: TestApiOptions): void {
  beforeEach(() => startSharedApi(options));
  afterEach(() => api.close());
}

/** Starts an API that also serves a web client, once per test file. `files` maps paths to contents. */
export function setUpTestApiWithClient(files: Readonly<Record<string, string>>): void {
  let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder.path, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    await startSharedApi({ clientFolder: folder.path });
  });
  afterAll(async () => {
    await api.close();
    await folder.remove();
  });
}
