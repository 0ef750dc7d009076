import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { createPageRenderer, type PageRenderer } from '../../api/http/page-renderer.ts';
import { createTemporaryFolder } from '../support/kindra-process.ts';
import { waitForResult } from '../support/wait.ts';

/** Source code of a page renderer. Each page contains the number of pages rendered so far. */
const COUNTING_RENDERER = 'let count = 0; export default () => String((count += 1));';
const PAGE = { url: 'http://localhost/', language: 'en', width: 360, settings: {}, reads: '[]' } as const;
const MAX_DELAY_MS = 10_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let renderer: PageRenderer;

beforeEach(async () => {
  jest.useFakeTimers({
    doNotFake: [
      'clearImmediate',
      'clearInterval',
      'clearTimeout',
      'nextTick',
      'queueMicrotask',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ],
  });
  folder = await createTemporaryFolder();
  await mkdir(join(folder.path, '.renderer'));
  await writeFile(join(folder.path, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder.path, '.renderer', 'render.js'), COUNTING_RENDERER);
  renderer = createPageRenderer({
    folder: folder.path,
    maxBytes: 1_000_000,
    logger: { warn: () => undefined },
  }) as PageRenderer;
});
afterEach(async () => {
  jest.useRealTimers();
  await renderer.close();
  await folder.remove();
});

const renderPage = async () => {
  const page = await renderer.render(PAGE, ({ html }) => html, MAX_DELAY_MS);
  return page?.body.toString();
};

test('simultaneous requests for a page render it once', async () => {
  expect(await Promise.all([renderPage(), renderPage(), renderPage()])).toEqual(['1', '1', '1']);
});

test('a stale page is sent while it is rendered again', async () => {
  await renderPage();
  jest.advanceTimersByTime(19 * SECOND_MS);
  expect([await renderPage(), await renderPage()]).toEqual(['1', '1']);
  jest.advanceTimersByTime(2 * SECOND_MS);
  expect(await renderPage()).toBe('1');
  expect(await waitForResult(renderPage, (body) => body !== '1')).toBe('2');
});

test('a page that is too old is rendered before it is sent', async () => {
  await renderPage();
  jest.advanceTimersByTime(11 * MINUTE_MS);
  expect(await renderPage()).toBe('2');
});
