import { act, screen, waitFor, within } from '@testing-library/react';
import type { SearchResult } from '../../api/search.ts';
import { scrollToEnd } from '../../testing/browser-gaps.ts';
import { sampleCrowdfunding } from '../../testing/crowdfunding.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { createId, sampleAnimal, samplePost, sampleRow, sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const person = (n: number): SearchResult => ({ type: 'PERSON', profile: sampleRow(n) });
const tag: SearchResult = { type: 'TAG', tag: { name: 'otters', posts: 2 } };
const post = (n: number): SearchResult => ({ type: 'POST', post: samplePost(n) });
const EVERYTHING: readonly SearchResult[] = [
  person(1),
  { type: 'ORGANIZATION', profile: sampleRow(2, { role: 'ORG' }) },
  { type: 'CROWDFUNDING', crowdfunding: sampleCrowdfunding() },
  { type: 'ANIMAL', animal: sampleAnimal() },
  tag,
  post(1),
];
const NEXT = { Link: '</api/search?q=otter&type=POST&cursor=c1>; rel="next"' };

const createSearchApi = (body: readonly SearchResult[], query = 'q=otter') =>
  createEmptyApi().on(`GET /api/search?${query}`, { body });

async function openBox(api = createSearchApi([person(1), tag, post(1)])) {
  app = renderApp({ at: '/explore', api });
  return screen.findByRole<HTMLInputElement>('combobox', { name: 'Search Kindra' });
}

const findSuggestions = () => screen.findByRole('listbox', { name: 'Suggestions' });
const findStatus = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text));
const getActiveText = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('suggestions', () => {
  test('appear while typing, without posts, and are announced', async () => {
    const field = await openBox();
    expect(screen.getByText(/^Find people, organizations/)).toBeTruthy();
    await app.reader.type(field, ' otter');
    const options = within(await findSuggestions()).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Profile 1Person', '#ottersTag']);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    await findStatus('2 suggestions');
    expect(app.api.sent.filter(({ path }) => path.startsWith('/api/search'))).toHaveLength(1);
  });

  test('are chosen with the arrow keys, around the ends', async () => {
    const field = await openBox();
    await app.reader.type(field, 'otter');
    await findSuggestions();
    const shown: (string | null | undefined)[] = [];
    for (const key of ['Down', 'Down', 'Down', 'Up', 'Up']) {
      await app.reader.keyboard(`{Arrow${key}}`);
      shown.push(getActiveText(field));
    }
    expect(shown).toEqual(['Profile 1Person', '#ottersTag', undefined, '#ottersTag', 'Profile 1Person']);
    await app.reader.keyboard('{Enter}');
    expect(getCurrentPath()).toBe('/profile/nickname1');
  });

  test('are chosen by a click', async () => {
    await app.reader.type(await openBox(), 'otter');
    await app.reader.click(within(await findSuggestions()).getByRole('option', { name: /otters/ }));
    expect(getCurrentPath()).toBe('/tag/otters');
  });

  test('close with Escape, which keeps the text, and open again with an arrow key', async () => {
    const field = await openBox();
    await app.reader.type(field, 'otter');
    await findSuggestions();
    await app.reader.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field.value).toBe('otter');
    await app.reader.keyboard('{ArrowDown}');
    expect(await findSuggestions()).toBeTruthy();
  });

  /** Loads the suggestions for `otter`, then types `keys` and waits for the request for `otters`. */
  async function typeNext(api: ReturnType<typeof createSearchApi>, keys: string): Promise<HTMLInputElement> {
    const field = await openBox(api);
    await app.reader.type(field, 'otter');
    await findSuggestions();
    await app.reader.type(field, keys);
    await waitFor(() => expect(api.sentTo('GET /api/search?q=otters')).toHaveLength(1));
    return field;
  }

  test('stay until those of the next text are loaded', async () => {
    const api = createSearchApi([person(1)]);
    const respond = api.hold('GET /api/search?q=otters', { body: [person(2)] });
    await typeNext(api, 's');
    expect(screen.getByRole('option', { name: /Profile 1/ })).toBeTruthy();
    act(() => respond());
    expect(await screen.findByRole('option', { name: /Profile 2/ })).toBeTruthy();
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  test('stay active when those of the next text are loaded in another order', async () => {
    const api = createSearchApi([person(1)]);
    const respond = api.hold('GET /api/search?q=otters', { body: [person(2), person(1)] });
    const field = await typeNext(api, 's{ArrowDown}');
    act(() => respond());
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    expect(getActiveText(field)).toBe('Profile 1Person');
    await app.reader.keyboard('{Enter}');
    expect(getCurrentPath()).toBe('/profile/nickname1');
  });

  test('search for the text with Enter when the active one is not among those of the next text', async () => {
    const api = createSearchApi([person(1)]);
    const respond = api.hold('GET /api/search?q=otters', { body: [person(2)] });
    await typeNext(api, 's{ArrowDown}');
    act(() => respond());
    await screen.findByRole('option', { name: /Profile 2/ });
    await app.reader.keyboard('{Enter}');
    expect(getCurrentPath()).toBe('/explore?q=otters');
  });

  test('close when they cannot be loaded', async () => {
    const api = createSearchApi([person(1)]).breakCall('GET /api/search?q=otters');
    const field = await openBox(api);
    await app.reader.type(field, 'otter');
    await findSuggestions();
    await app.reader.type(field, 's');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  test('have at most 100 characters of the text, counted as code points', async () => {
    const field = await openBox();
    await app.reader.click(field);
    await app.reader.paste('🐕'.repeat(101));
    expect(field.value).toBe('🐕'.repeat(100));
  });
});

describe('a search', () => {
  test('is sent with Enter, is in the address, and shows the first results of every type', async () => {
    const field = await openBox(createSearchApi(EVERYTHING));
    await app.reader.type(field, 'otter{Enter}');
    const sections = ['People', 'Organizations', 'Campaigns', 'Animals', 'Tags', 'Posts'];
    for (const name of sections) {
      const section = await screen.findByRole('region', { name });
      expect(within(section).getAllByRole('listitem').length).toBeGreaterThan(0);
    }
    expect(getCurrentPath()).toBe('/explore?q=otter');
    await findStatus('6 results');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByRole('link', { name: '#otters' }).getAttribute('href')).toBe('/tag/otters');
    expect(screen.getByText('2 posts')).toBeTruthy();
  });

  test('shows all results of a type with its tab, and from the button of its section', async () => {
    const api = createSearchApi(EVERYTHING)
      .on('GET /api/search?q=otter&type=PERSON', { body: [person(1), person(3)] })
      .on('GET /api/search?q=otter&type=TAG', { body: [tag] });
    app = renderApp({ at: '/explore?q=otter', api });
    await app.reader.click(await screen.findByRole('button', { name: 'Show all: People' }));
    expect(getCurrentPath()).toBe('/explore?q=otter&type=person');
    const people = await screen.findByRole('list', { name: 'People' });
    expect(within(people).getAllByRole('listitem')).toHaveLength(2);
    await app.reader.click(screen.getByRole('tab', { name: 'Tags' }));
    expect(await screen.findByRole('link', { name: '#otters' })).toBeTruthy();
    expect(getCurrentPath()).toBe('/explore?q=otter&type=tag');
    expect(screen.getByRole('tab', { name: 'Tags' }).getAttribute('aria-selected')).toBe('true');
  });

  test('loads further results on scroll', async () => {
    const api = createSearchApi([], 'q=otter&type=POST')
      .on('GET /api/search?q=otter&type=POST', { body: [post(1)], headers: NEXT })
      .on('GET /api/search?q=otter&type=POST&cursor=c1', { body: [post(2)] });
    app = renderApp({ at: '/explore?q=otter&type=post', api });
    await screen.findByText('Text of post 1');
    act(() => void scrollToEnd());
    expect(await screen.findByText('Text of post 2')).toBeTruthy();
    await findStatus('2 results');
  });

  test('shows that it is loading, that nothing was found, and that it failed, and is repeated', async () => {
    const api = createEmptyApi();
    const respond = api.hold('GET /api/search?q=otter', { body: [] });
    app = renderApp({ at: '/explore?q=otter', api });
    expect(await screen.findByText('Searching')).toBeTruthy();
    await waitFor(() => expect(api.sentTo('GET /api/search?q=otter')).toHaveLength(1));
    act(() => respond());
    expect(await screen.findByText(/^Nothing was found/)).toBeTruthy();
    await findStatus('0 results');

    api.breakCall('GET /api/search?q=weasel');
    const field = screen.getByRole('combobox', { name: 'Search Kindra' });
    await app.reader.clear(field);
    await app.reader.type(field, 'weasel{Enter}');
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    api.on('GET /api/search?q=weasel', { body: [person(7)] });
    await app.reader.click(retryButton);
    expect(await screen.findByText('Profile 7')).toBeTruthy();
  });

  test('lets the reader follow the people who are found', async () => {
    const api = createSearchApi([person(1)]).on('POST /api/followProfile', { body: {} });
    app = renderApp({ at: '/explore?q=otter', api, user: sampleUser() });
    await app.reader.click(await screen.findByRole('button', { name: /^Follow/ }));
    await waitFor(() =>
      expect(api.sentTo('POST /api/followProfile')[0]?.body).toEqual({ idProfileToFollow: createId(1) }),
    );
  });
});

test('the page of a tag lists its posts', async () => {
  const api = createEmptyApi().on('GET /api/tag/otters', { body: [samplePost(3)] });
  app = renderApp({ at: '/tag/otters', api });
  expect(await screen.findByRole('heading', { level: 1, name: '#otters' })).toBeTruthy();
  expect(await screen.findByText('Text of post 3')).toBeTruthy();
});

test.each([
  ['a search', '/explore?q=%23', 'GET /api/search?q=%23'],
  ['a tag', '/tag/%20', 'GET /api/tag/%20'],
])('shows why %s is invalid, without a retry', async (_, at, call) => {
  const message = 'The search is too short.';
  const api = createEmptyApi().on(call, { status: 400, body: { message, code: 'SEARCH_TOO_SHORT' } });
  app = renderApp({ at, api });
  expect(await within(screen.getByRole('main')).findByText(message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
