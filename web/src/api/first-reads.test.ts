import { jest } from '@jest/globals';
import { FIRST_READS_ID, type FirstRead } from '../../../contract/endpoints/first-reads.ts';
import { fetchUnlessRead, loadFirstReads } from './first-reads.ts';

const READ: FirstRead = {
  name: 'forYouPublications',
  args: { page: '1' },
  url: '/api/publications?page=1',
  headers: { link: '<next>', 'x-read-position': '7' },
  body: [{ id: 'p1', text: 'from the page' }],
};

const request = (init: RequestInit = {}) => new Request(`http://localhost${READ.url}`, init);

function addElement(): void {
  const element = document.createElement('script');
  element.id = FIRST_READS_ID;
  element.textContent = JSON.stringify([READ]);
  document.body.append(element);
}

beforeEach(() => {
  addElement();
  loadFirstReads();
  globalThis.fetch = async () => new Response('from the server');
});

test('answers the first request of a visitor from the page, and later ones from the server', async () => {
  const firstResponse = await fetchUnlessRead(request());
  expect([
    await firstResponse.json(),
    firstResponse.headers.get('link'),
    firstResponse.headers.get('x-read-position'),
  ]).toEqual([READ.body, '<next>', '7']);
  expect(await (await fetchUnlessRead(request())).text()).toBe('from the server');
});

test('answers no request from the page after 3 s', async () => {
  jest.useFakeTimers();
  try {
    addElement();
    loadFirstReads();
    jest.advanceTimersByTime(3_000);
    expect(await (await fetchUnlessRead(request())).text()).toBe('from the server');
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  ['a request of an account', { headers: { Authorization: 'Bearer token' } }],
  ['a write', { method: 'POST' }],
])('sends %s to the server', async (_, init) => {
  expect(await (await fetchUnlessRead(request(init))).text()).toBe('from the server');
});
