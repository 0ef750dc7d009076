import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTemporaryFolder } from '../../support/kindra-process.ts';
import { startTestApi, type TestApi, type TestApiOptions } from './api.ts';
import { type Client, createClient } from './client.ts';

/** The API of the current test file or test. Assigned before each test; imports see the new value. */
export let api: TestApi;
/** A client of `api`, assigned together with it. */
export let client: Client;

async function start(options?: TestApiOptions): Promise<void> {
  api = await startTestApi(options);
  client = createClient(api.url);
}

/** Starts an API before the tests of a file and closes it after them. */
export function setUpTestApi(options?: TestApiOptions): void {
  beforeAll(() => start(options));
  afterAll(() => api.close());
}

/** Starts an API for each test of a file, for tests that move the clock or count everything. */
export function setUpTestApiPerTest(options?: TestApiOptions): void {
  beforeEach(() => start(options));
  afterEach(() => api.close());
}

/** Starts an API for the tests of a file that serves a client with these files, by their paths. */
export function setUpTestApiWithClient(files: Readonly<Record<string, string>>): void {
  let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder.path, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    await start({ clientFolder: folder.path });
  });
  afterAll(async () => {
    await api.close();
    await folder.remove();
  });
}
