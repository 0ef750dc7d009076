import type { Crowdfunding } from '../api/crowdfunding.ts';
import { createEmptyApi } from './render-app.tsx';

const DAY_MS = 86_400_000;
export const CROWDFUNDING_ID = '01890000-0000-7000-8000-000000004000';
export const CROWDFUNDING_PATH = `/api/crowdfunding/${CROWDFUNDING_ID}`;
const CREATOR = { idProfile: 'creator', profileName: 'Stray Haven', nickname: 'strayhaven' };

/** Returns a campaign with three and a half days left. */
export const sampleCrowdfunding = (overrides: Partial<Crowdfunding> = {}): Crowdfunding => ({
  id: CROWDFUNDING_ID,
  title: 'A roof for the shelter',
  description: 'It rains in.',
  goalAmount: 10_000,
  durationDays: 7,
  status: 'ACTIVE',
  createdDate: '2026-11-20T10:00:00.000Z',
  startDate: '2026-11-20T10:00:00.000Z',
  endDate: new Date(Date.now() + 3.5 * DAY_MS).toISOString(),
  currentAmount: 2_500,
  numDonations: 2,
  creator: CREATOR,
  creatorActive: true,
  ...overrides,
});

/** Creates a fake API with the calls that the campaign page makes. */
export const createCrowdfundingApi = (overrides: Partial<Crowdfunding> = {}, walletCoins = 1_250) =>
  createEmptyApi()
    .on('GET /api/wallet', { body: { walletCoins } })
    .on(`GET ${CROWDFUNDING_PATH}/data`, { body: sampleCrowdfunding(overrides) })
    .on(`GET /api/transaction/donations/${CROWDFUNDING_ID}`, { body: [] });
