import { fireEvent, screen, waitFor } from '@testing-library/react';
import { closeApp, emptyApi, renderApp } from '../testing/render-app.tsx';
import { sampleProfile, sampleUser } from '../testing/samples.ts';
import type { Animal } from './adoption.ts';
import type { Campaign } from './crowdfunding.ts';

const ID = '01890000-0000-7000-8000-00000000a001';

let app: ReturnType<typeof renderApp>;
afterEach(() => closeApp(app.store));

const tokensOf = (call: string) => app.api.sentTo(call).map(({ headers }) => headers.get('Authorization'));

describe('the picture of an animal whose owner is out of sight', () => {
  const animal: Animal = {
    id: ID,
    status: 'AVAILABLE',
    address: '1, Pond Street',
    description: 'Likes children.',
    vaccinated: true,
    sterilized: false,
    createdDate: '2026-11-20T10:00:00.000Z',
    owner: sampleProfile(1),
    animal: { name: 'Rex', type: 'DOG', age: 1, sex: 'M', breed: '' },
  };
  const call = `GET /api/adopt/${ID}/image`;

  async function openAs(role: 'MOD' | 'USER') {
    const api = emptyApi()
      .on('GET /api/adopt/animals', { body: [animal] })
      .on(call, { body: {} });
    app = renderApp({ at: '/adoptable-animals', user: sampleUser({ role }), api });
    const card = await screen.findByRole('article', { name: 'Rex' });
    const picture = () => [...card.querySelectorAll('img')].at(-1);
    expect(picture()?.getAttribute('src')).toBe(`/api/adopt/${ID}/image`);
    expect(tokensOf(call)).toEqual([]);
    fireEvent.error(picture() as HTMLImageElement);
    return picture;
  }

  test('is asked for by staff with their token', async () => {
    await openAs('MOD');
    await waitFor(() => expect(tokensOf(call)).toEqual(['Bearer token-1']));
  });

  test('is not there for others', async () => {
    const picture = await openAs('USER');
    expect(picture()).toBeUndefined();
    expect(tokensOf(call)).toEqual([]);
  });
});

describe('the picture of a campaign', () => {
  const call = `GET /api/crowdfunding/${ID}/image`;
  const campaign: Campaign = {
    id: ID,
    title: 'A roof for the shelter',
    description: 'It rains in.',
    goalAmount: 10_000,
    durationDays: 7,
    status: 'CANCELLED',
    createdDate: '2026-11-20T10:00:00.000Z',
    startDate: null,
    endDate: null,
    currentAmount: 0,
    numDonations: 0,
    creator: { idProfile: sampleUser().id, profileName: 'Rea', nickname: 'reader' },
  };

  test.each([
    [null, ['Bearer token-1']],
    ['2026-11-20T10:00:00.000Z', []],
  ])('that was cancelled having begun at %s is asked for with the tokens %j', async (startDate, tokens) => {
    const api = emptyApi()
      .on(`GET /api/crowdfunding/${ID}/data`, { body: { ...campaign, startDate } })
      .on(`GET /api/transaction/donations/${ID}`, { body: [] })
      .on(call, { body: {} });
    app = renderApp({ at: `/crowdfundings/${ID}`, user: sampleUser(), api });
    await screen.findByRole('heading', { name: campaign.title });
    await waitFor(() => expect(tokensOf(call)).toEqual(tokens));
  });
});
