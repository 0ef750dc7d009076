import { createHash, webcrypto } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { getHashInput, TRAIL_START, type TrailEnd } from '../../../../contract/rules/coin-trail.ts';
import { sampleCrowdfunding } from '../../testing/crowdfunding.ts';
import { closeApps } from '../../testing/open-apps.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import type { CoinTrail, TrailItem } from './trail-page.ts';

const ID = '0192a000-0000-7000-8000-000000000001';
const donor = { profileName: 'Ada', nickname: 'ada' };

let app: ReturnType<typeof renderApp>;
beforeAll(() => Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true }));

const createId = (n: number): string => `0192a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Builds a trail with hashes like those from the server. */
function createTrail(kinds: readonly TrailItem['kind'][]): CoinTrail {
  let before: TrailEnd = TRAIL_START;
  const items = kinds.map((kind, index): TrailItem => {
    const link = {
      crowdfundingId: ID,
      sequence: index + 1,
      kind,
      id: createId(index + 100),
      donationId: kind === 'RELEASE' ? null : createId(index + 100),
      timestamp: '2026-11-21T10:00:00.000Z',
      amount: 50,
      total: before.total + (kind === 'DONATION' ? 50 : -50),
    };
    const previousHash = before.hash;
    const hash = createHash('sha256').update(getHashInput(previousHash, link)).digest('hex');
    before = { ...link, hash };
    const { crowdfundingId: _same, ...line } = link;
    return { ...line, donor: kind === 'RELEASE' ? null : donor, anonymous: false, previousHash, hash };
  });
  return { crowdfundingId: ID, items, lines: items.length, held: before.total, head: before.hash };
}

/** Creates a fake API that serves a trail in pages of `size` lines. */
function createTrailApi(trail: CoinTrail, size = 200) {
  const api = createEmptyApi();
  for (let page = 1; page <= Math.max(1, Math.ceil(trail.lines / size)); page += 1)
    api.on(`GET /api/crowdfunding/${ID}/coins?after=${(page - 1) * 200}`, {
      body: { ...trail, items: trail.items.slice((page - 1) * size, page * size) },
    });
  return api;
}

const open = (api: ReturnType<typeof createEmptyApi>, search = '') => {
  app = renderApp({ at: `/crowdfundings/${ID}/coins${search}`, api });
};
const check = async () => app.reader.click(await screen.findByRole('button', { name: 'Check the chain' }));
const intactTrail = createTrail(['DONATION', 'DONATION', 'REFUND', 'RELEASE']);

test('shows each movement and the coins held after it', async () => {
  open(createTrailApi(intactTrail));
  const list = within(await screen.findByRole('list', { name: 'What happened to the coins' }));
  expect(list.getAllByText(/held$/).map(({ textContent }) => textContent)).toEqual([
    '50 held',
    '100 held',
    '50 held',
    '0 held',
  ]);
  expect(list.getAllByRole('link', { name: 'Ada' })[0]?.getAttribute('href')).toBe('/profile/ada');
  expect(list.getByText('The creator received the raised coins')).toBeTruthy();
  expect(document.title).toBe('Where the coins went · Kindra');
});

test('names the campaign, and links to it', async () => {
  const crowdfunding = sampleCrowdfunding({ id: ID });
  open(createTrailApi(intactTrail).on(`GET /api/crowdfunding/${ID}/data`, { body: crowdfunding }));
  const link = await screen.findByRole('link', { name: 'A roof for the shelter' });
  expect(link.getAttribute('href')).toBe(`/crowdfundings/${ID}`);
});

test('verifies the whole chain in the browser, over all pages', async () => {
  open(createTrailApi(intactTrail, 3));
  await check();
  expect(await screen.findByText(/^All 4 lines are valid/)).toBeTruthy();
});

const createTamperedTrail = (sequence: number, overrides: Partial<TrailItem>): CoinTrail => ({
  ...intactTrail,
  items: intactTrail.items.map((item) => (item.sequence === sequence ? { ...item, ...overrides } : item)),
});

test.each([
  ['line 2. Its total does not match', createTamperedTrail(2, { amount: 60 })],
  ['line 3. Its hash does not match', createTamperedTrail(3, { id: createId(9) })],
  ['line 2. An earlier line is missing.', { ...intactTrail, items: intactTrail.items.slice(1), lines: 3 }],
  ['line 4. It is missing.', { ...intactTrail, items: intactTrail.items.slice(0, 3) }],
  ['line 4. Its hash is not the last hash of the trail.', { ...intactTrail, head: 'f'.repeat(64) }],
  ['line 4. Its total does not match the coins held.', { ...intactTrail, held: 1 }],
])('names the tampered line: %s', async (sentence, trail) => {
  const api = createTrailApi(trail);
  api.on(`GET /api/crowdfunding/${ID}/coins?after=200`, { body: { ...trail, items: [] } });
  open(api);
  await check();
  const [, line, fault] = /^line (\d)\. (.*)$/.exec(sentence) ?? [];
  expect(
    await screen.findByText((text) => text.startsWith(`The chain is broken at line ${line}. ${fault}`)),
  ).toBeTruthy();
});

test('does not report lines that cannot be fetched as tampered', async () => {
  const api = createTrailApi(intactTrail, 2);
  open(api);
  await screen.findByRole('button', { name: 'Check the chain' });
  api.breakCall(`GET /api/crowdfunding/${ID}/coins?after=200`);
  await check();
  expect(await screen.findByText(/^Not all lines could be loaded/)).toBeTruthy();
});

test('pages through long trails in both directions', async () => {
  const api = createEmptyApi();
  const long = { ...intactTrail, lines: 450 };
  for (const page of [1, 2, 3])
    api.on(`GET /api/crowdfunding/${ID}/coins?after=${(page - 1) * 200}`, { body: long });
  open(api);
  await app.reader.click(await screen.findByRole('link', { name: 'Newest' }));
  expect(await screen.findByText('Page 3 of 3')).toBeTruthy();
  expect(getCurrentPath()).toBe(`/crowdfundings/${ID}/coins?page=3`);
  await app.reader.click(screen.getByRole('link', { name: 'Earlier' }));
  expect(await screen.findByText('Page 2 of 3')).toBeTruthy();
});

test('opens the page of the line in the address, and marks the line', async () => {
  const items = createTrail(Array.from({ length: 250 }, () => 'DONATION' as const)).items.slice(200);
  const api = createEmptyApi().on(`GET /api/crowdfunding/${ID}/coins?after=200`, {
    body: { ...intactTrail, items, lines: 250 },
  });
  open(api, '?line=203');
  expect(await screen.findByText('Page 2 of 2')).toBeTruthy();
  const markedLines = screen.getAllByRole('listitem').filter((line) => line.hasAttribute('aria-current'));
  expect(markedLines.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Line 203/)]);
});

test('shows a sentence for a campaign without coins and for an unknown one', async () => {
  open(createTrailApi(createTrail([])));
  expect(await screen.findByText('No coins have been donated yet.')).toBeTruthy();
  closeApps();
  open(createEmptyApi());
  expect(await screen.findByText('The crowdfunding does not exist.')).toBeTruthy();
});
