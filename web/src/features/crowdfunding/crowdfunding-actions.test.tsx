import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { formatDay } from '../../i18n/index.ts';
import {
  CROWDFUNDING_ID,
  CROWDFUNDING_PATH,
  createCrowdfundingApi,
  sampleCrowdfunding,
} from '../../testing/crowdfunding.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleUser } from '../../testing/samples.ts';

const DAY_MS = 86_400_000;
const SHARED_REASON = 'Stored with the decision. Other staff and the person concerned can read it.';

let app: ReturnType<typeof renderApp>;

const open = (api: ReturnType<typeof createCrowdfundingApi>, user?: ReturnType<typeof sampleUser>) => {
  app = renderApp({ at: `/crowdfundings/${CROWDFUNDING_ID}`, api, user });
  return screen.findByRole('heading', { name: 'A roof for the shelter' });
};

describe('after the end date', () => {
  const endedOverrides = { endDate: new Date(Date.now() - DAY_MS).toISOString() };
  const expiry = formatDay(new Date(Date.now() + 89 * DAY_MS).toISOString());

  test('shows when donations are refunded, and no donation form', async () => {
    await open(createCrowdfundingApi(endedOverrides), sampleUser());
    expect(
      await screen.findByText(
        `This crowdfunding does not accept donations. Unless it is closed before then, its donations are refunded on ${expiry}.`,
      ),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Donate' })).toBeNull();
    expect(screen.getByRole('timer').textContent).toContain('00days');
  });

  test('removes the donation form, even when the end comes while the page is open', async () => {
    await open(createCrowdfundingApi({ endDate: new Date(Date.now() + 60_000).toISOString() }), sampleUser());
    await screen.findByRole('button', { name: 'Donate' });
    const later = Date.now() + 120_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    expect(await screen.findByText(/^This crowdfunding does not accept donations/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Donate' })).toBeNull();
    jest.restoreAllMocks();
  });

  test('shows the creator the deadline for closing or cancelling', async () => {
    await open(createCrowdfundingApi(endedOverrides), sampleUser({ id: 'creator' }));
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    expect(
      screen.getByText(
        `Its time is up. Close or cancel it by ${expiry}. Otherwise its donations are refunded on that day.`,
      ),
    ).toBeTruthy();
  });
});

describe('actions', () => {
  const creator = sampleUser({ id: 'creator' });

  test('let the creator cancel after confirmation, and show the refunds', async () => {
    const api = createCrowdfundingApi()
      .on(`PUT /api/crowdfunding/cancel/${CROWDFUNDING_ID}`, {
        body: sampleCrowdfunding({ status: 'CANCELLED' }),
      })
      .on(`GET ${CROWDFUNDING_PATH}/settlement`, {
        body: { kind: 'REFUND', total: 2, done: 1, coinsTotal: 2_500, coinsDone: 500, finished: false },
      });
    await open(api, creator);
    expect(screen.queryByRole('button', { name: 'Donate' })).toBeNull();
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    await app.reader.click(screen.getByRole('button', { name: 'Cancel crowdfunding' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('All donors are fully refunded: 2,500 kindracoins are returned');
    expect(dialog.textContent).toContain('This action cannot be reversed.');
    api.on(`GET ${CROWDFUNDING_PATH}/data`, {
      body: sampleCrowdfunding({ status: 'CANCELLED', currentAmount: 0 }),
    });
    expect(within(dialog).getByRole('button', { name: 'Go back' })).toBeTruthy();
    await app.reader.click(within(dialog).getByRole('button', { name: 'Cancel crowdfunding' }));
    expect(await screen.findByText('Crowdfunding successfully cancelled.')).toBeTruthy();
    const progress = await screen.findByText('Refunding: 1 of 2 donations refunded.');
    expect(progress.closest('[role=status]')).toBeNull();
    expect(screen.getByText('Finished')).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Actions' })).toBeNull();
  });

  test('let staff approve with a reason', async () => {
    const call = `PUT /api/dashboard/approve/crowdfunding/${CROWDFUNDING_ID}`;
    const api = createCrowdfundingApi({ status: 'PENDING', startDate: null, endDate: null }).on(call, {
      body: sampleCrowdfunding(),
    });
    await open(api, sampleUser({ role: 'MOD' }));
    expect(screen.queryByRole('timer')).toBeNull();
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    await app.reader.click(screen.getByRole('button', { name: 'Approve A roof for the shelter' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(SHARED_REASON)).toBeTruthy();
    await app.reader.type(dialog.getByLabelText('Reason (optional)'), 'Papers are fine.');
    api.on(`GET ${CROWDFUNDING_PATH}/data`, { body: sampleCrowdfunding() });
    await app.reader.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Crowdfunding successfully approved.')).toBeTruthy();
    expect(api.sentTo(call)[0]?.body).toEqual({ reason: 'Papers are fine.' });
    expect(await screen.findByRole('timer')).toBeTruthy();
  });

  test.each([
    [/^Approve/, 'approve', null, { role: 'MOD' }, 'PENDING', 'ACTIVE'],
    [/^Decline/, 'decline', 'Rejected', { role: 'MOD' }, 'PENDING', 'REJECTED'],
    [/^Cancel crowdfunding/, 'cancel', 'Cancelled', creator, 'ACTIVE', 'CANCELLED'],
    [/^Close crowdfunding/, 'close', 'Closed', creator, 'ACTIVE', 'CLOSED'],
  ] as const)('show the result of %s at once', async (button, verb, badge, over, before, status) => {
    const staff = verb === 'approve' || verb === 'decline';
    const call = staff ? `dashboard/${verb}/crowdfunding` : `crowdfunding/${verb}`;
    const api = createCrowdfundingApi({ status: before }).on(`PUT /api/${call}/${CROWDFUNDING_ID}`, {
      body: sampleCrowdfunding({ status }),
    });
    await open(api, sampleUser(over));
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    api.on(`GET ${CROWDFUNDING_PATH}/data`, () => new Promise(() => {}));
    await app.reader.click(screen.getByRole('button', { name: button }));
    const dialog = within(screen.getByRole('dialog'));
    await app.reader.click(dialog.getByRole('button', { name: button }));
    expect(await (badge ? screen.findByText(badge) : screen.findByRole('timer'))).toBeTruthy();
  });

  test('let staff cancel with a reason, and show how many donors are refunded', async () => {
    const call = `PUT /api/dashboard/cancel/crowdfunding/${CROWDFUNDING_ID}`;
    const api = createCrowdfundingApi()
      .on(call, { body: sampleCrowdfunding({ status: 'CANCELLED' }) })
      .on(`GET /api/dashboard/audit/crowdfundings/${CROWDFUNDING_ID}`, { body: { donors: 2 } });
    await open(api, sampleUser({ role: 'MOD' }));
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    await app.reader.click(screen.getByRole('button', { name: 'Cancel crowdfunding' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^2 donors are fully refunded \(2,500 kindracoins\)/)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Go back' })).toBeTruthy();
    await app.reader.click(dialog.getByRole('button', { name: 'Cancel crowdfunding' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('The reason cannot be empty.');
    expect(api.sentTo(call)).toEqual([]);
    await app.reader.type(dialog.getByLabelText('Reason'), 'Fraud.');
    await app.reader.click(dialog.getByRole('button', { name: 'Cancel crowdfunding' }));
    expect(await screen.findByText('Crowdfunding successfully cancelled.')).toBeTruthy();
    expect(api.sentTo(call)[0]?.body).toEqual({ reason: 'Fraud.' });
  });

  test('do not let staff decide on their own pending crowdfunding', async () => {
    const api = createCrowdfundingApi({ status: 'PENDING', startDate: null, endDate: null });
    await open(api, sampleUser({ id: 'creator', role: 'ADMIN' }));
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    expect(screen.getByText('Another member of staff approves or declines your crowdfunding.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  test('shows no donation form while the creator is not active', async () => {
    await open(createCrowdfundingApi({ creatorActive: false }), sampleUser());
    const note = 'This crowdfunding does not accept donations. The account of its creator is not active.';
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Donate' })).toBeNull();
  });

  test.each([
    ['other users', sampleUser(), 'ACTIVE'],
    ['the creator of an ended campaign', creator, 'CLOSED'],
  ] as const)('are hidden from %s', async (_, user, status) => {
    await open(createCrowdfundingApi({ status }), user);
    expect(screen.queryByRole('tab', { name: 'Actions' })).toBeNull();
  });
});
