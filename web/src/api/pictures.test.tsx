import { fireEvent, screen, waitFor } from '@testing-library/react';
import { CROWDFUNDING_ID, CROWDFUNDING_PATH, createCrowdfundingApi } from '../testing/crowdfunding.ts';
import { createEmptyApi, renderApp } from '../testing/render-app.tsx';
import { sampleAnimal, sampleUser } from '../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const getTokens = (call: string) => app.api.sentTo(call).map(({ headers }) => headers.get('Authorization'));

describe('the picture of an animal with a hidden owner', () => {
  const animal = sampleAnimal();
  const call = `GET /api/adopt/${animal.id}/image?size=800`;

  async function openAs(role: 'MOD' | 'USER') {
    const api = createEmptyApi()
      .on('GET /api/adopt/animals', { body: [animal] })
      .on(call, { body: {} });
    app = renderApp({ at: '/adoptable-animals', user: sampleUser({ role }), api });
    const card = await screen.findByRole('article', { name: 'Rex' });
    const getPicture = () => [...card.querySelectorAll('img')].at(-1);
    expect(getPicture()?.getAttribute('src')).toBe(`/api/adopt/${animal.id}/image`);
    expect(getTokens(call)).toEqual([]);
    fireEvent.error(getPicture() as HTMLImageElement);
    return getPicture;
  }

  test('is requested by staff with their token', async () => {
    await openAs('MOD');
    await waitFor(() => expect(getTokens(call)).toEqual(['Bearer token-1']));
  });

  test('is not shown to others', async () => {
    const picture = await openAs('USER');
    expect(picture()).toBeUndefined();
    expect(getTokens(call)).toEqual([]);
  });
});

describe('the picture of a campaign', () => {
  const creator = { idProfile: sampleUser().id, profileName: 'Rea', nickname: 'reader' };
  const call = `GET ${CROWDFUNDING_PATH}/image?size=800`;

  test.each([
    [null, ['Bearer token-1']],
    ['2026-11-20T10:00:00.000Z', []],
  ])(
    'of a campaign that started at %s and was cancelled is requested with the tokens %j',
    async (startDate, tokens) => {
      const api = createCrowdfundingApi({ status: 'CANCELLED', endDate: null, creator, startDate }).on(call, {
        body: {},
      });
      app = renderApp({ at: `/crowdfundings/${CROWDFUNDING_ID}`, user: sampleUser(), api });
      await screen.findByRole('heading', { name: 'A roof for the shelter' });
      await waitFor(() => expect(getTokens(call)).toEqual(tokens));
    },
  );
});
