import { createEmptyApi, renderApp } from './render-app.tsx';
import { createId, sampleUser } from './samples.ts';

/** Path prefix of the audit endpoints. */
export const AUDIT_PATH = '/api/dashboard/audit';

export const [donor, crowdfunding, donation, refund] = [
  createId(1),
  createId(20),
  createId(31),
  createId(32),
];

/** The logged-in auditor. */
export const auditor = sampleUser({ role: 'ADMIN' });

/** Builds the journal entry for a donation. */
export const createEntry = (overrides: object) => ({
  id: donation,
  position: 41,
  type: 'DONATION',
  dateTime: '2026-11-20T10:30:15.000Z',
  eventId: createId(50),
  streamId: `wallet-${donor}`,
  correlationId: createId(51),
  actor: { kind: 'account', id: donor, name: 'teller' },
  reason: null,
  reverses: null,
  crowdfunding: { id: crowdfunding, status: 'CANCELLED' },
  agreement: null,
  postings: [
    { account: `wallet:${donor}`, name: 'donor1', debit: 12_500, credit: 0 },
    { account: `escrow:${crowdfunding}`, name: 'A roof for the shelter', debit: 0, credit: 12_500 },
  ],
  ...overrides,
});

/** Statement of a campaign whose only donation was refunded. */
export const statement = {
  crowdfunding: {
    id: crowdfunding,
    title: 'A roof for the shelter',
    description: 'It rains in.',
    goalAmount: 250_000,
    durationDays: 30,
    status: 'CANCELLED',
    createdDate: '2026-11-19T10:00:00.000Z',
    startDate: '2026-11-19T11:00:00.000Z',
    endDate: null,
    currentAmount: 0,
    numDonations: 0,
    creator: { idProfile: createId(5), profileName: 'Good Paws', nickname: 'goodpaws' },
  },
  donated: 12_500,
  refunded: 12_500,
  released: 0,
  held: 0,
  donations: [
    {
      id: donation,
      type: 'DONATION',
      timestamp: '2026-11-20T10:30:15.000Z',
      donor: { profileName: 'Don Or', nickname: 'donor1' },
      amount: 12_500,
      refund: { id: refund, timestamp: '2026-11-21T08:00:00.000Z' },
    },
  ],
};

/** Renders an audit page with the given responses to GET calls. */
export function renderAudit(path: string, responses: Readonly<Record<string, unknown>>) {
  const api = createEmptyApi();
  for (const [call, body] of Object.entries(responses)) api.on(`GET ${call}`, { body });
  return renderApp({ at: `/dashboard/audit${path}`, user: auditor, api });
}
