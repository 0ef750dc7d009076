import { approveCrowdfunding, cancelCrowdfunding, closeCrowdfunding } from '../../contract/crowdfunding.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { deriveCounterpartId } from '../../domain/kernel/ids.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { WAIT_MS } from '../support/wait.ts';
import { buyCoins, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import {
  countUnread,
  donateCoins,
  getKinds,
  getProfileId,
  listNotifications,
  markAsRead,
  muteKind,
  registerUsers,
} from './support/notifications.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { settleUntil } from './support/settlement.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

describe('campaigns', () => {
  test('notify their creator of donations as one total', async () => {
    const [creator, donor, otherDonor] = (await registerUsers(3)) as [
      AuthResponse,
      AuthResponse,
      AuthResponse,
    ];
    const id = await createActiveCrowdfunding(api, getProfileId(creator));
    for (const account of [donor, otherDonor]) await buyCoins(api, client, account.token, 1_000);
    await donateCoins(donor, id, 300);
    await donateCoins(donor, id, 200);
    const crowdfunding = { id, text: 'A roof for the shelter' };
    expect((await listNotifications(creator))[0]).toMatchObject({
      kind: 'DONATION',
      actors: [{ id: getProfileId(donor) }],
      others: 0,
      amount: 500,
      subject: crowdfunding,
    });
    await donateCoins(otherDonor, id, 1);
    const notifications = await listNotifications(creator);
    expect(getKinds(notifications)).toEqual(['DONATION', 'CAMPAIGN_APPROVED']);
    expect(notifications[0]).toMatchObject({
      actors: [{ id: getProfileId(otherDonor) }, { id: getProfileId(donor) }],
      amount: 501,
    });
    expect(notifications[1]).toMatchObject({ actors: [], subject: crowdfunding, amount: null });
    expect(await listNotifications(donor)).toEqual([]);
  });

  test.each([
    ['cancelled', cancelCrowdfunding, 'CAMPAIGN_CANCELLED'],
    ['closed', closeCrowdfunding, 'CAMPAIGN_CLOSED'],
  ] as const)(
    'notify their donors that they were %s',
    async (_name, call, kind) => {
      const [creator, donor, stranger] = (await registerUsers(3)) as [
        AuthResponse,
        AuthResponse,
        AuthResponse,
      ];
      const id = await createActiveCrowdfunding(api, getProfileId(creator));
      await buyCoins(api, client, donor.token, 1_000);
      await donateCoins(donor, id, 300);
      await donateCoins(donor, id, 300);
      await markAsRead(creator);
      await client.ok(call, { token: creator.token, params: { id } });
      expect(await listNotifications(donor)).toMatchObject([
        { kind, unread: true, actors: [], subject: { id } },
      ]);
      expect(await countUnread(donor)).toBe(1);
      expect(await countUnread(creator)).toBe(0);
      expect(await listNotifications(stranger)).toEqual([]);
      expect((await markAsRead(donor)).unread).toBe(0);
      expect(await listNotifications(donor)).toMatchObject([{ kind, unread: false }]);
      await muteKind(donor, kind);
      expect(await listNotifications(donor)).toEqual([]);
    },
    20_000,
  );

  test('notify donors of their refunds as one total', async () => {
    const [creator, donor] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const id = await createActiveCrowdfunding(api, getProfileId(creator));
    await buyCoins(api, client, donor.token, 1_000);
    await donateCoins(donor, id, 300);
    await donateCoins(donor, id, 400);
    await client.ok(cancelCrowdfunding, { token: creator.token, params: { id } });
    await refundAll(donor);
    const notifications = await listNotifications(donor);
    expect(getKinds(notifications)).toEqual(['REFUND', 'CAMPAIGN_CANCELLED']);
    expect(notifications[0]).toMatchObject({ amount: 700, actors: [], subject: { id } });
  });

  test('notify their creator of the release, after they were closed', async () => {
    const [creator, donor] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const id = await createActiveCrowdfunding(api, getProfileId(creator));
    await buyCoins(api, client, donor.token, 1_000);
    await donateCoins(donor, id, 300);
    await donateCoins(donor, id, 400);
    await markAsRead(creator);
    await client.ok(closeCrowdfunding, { token: creator.token, params: { id } });
    await settleUntil(api, async () => (await countUnread(creator)) > 0);
    expect(await countUnread(creator)).toBe(1);
    expect((await listNotifications(creator))[0]).toMatchObject({
      kind: 'CAMPAIGN_RELEASED',
      unread: true,
      actors: [],
      amount: 700,
      subject: { id, text: 'A roof for the shelter' },
    });
    expect(getKinds(await listNotifications(donor))).toEqual(['CAMPAIGN_CLOSED']);
    await muteKind(creator, 'CAMPAIGN_RELEASED');
    expect(await countUnread(creator)).toBe(0);
  });

  test('notify their creator of staff decisions', async () => {
    const [admin, creator] = [await registerStaff(api, client, 'ADMIN'), await registerNewUser(client)];
    const id = await createCrowdfunding(api, getProfileId(creator));
    await client.ok(approveCrowdfunding, { token: admin.token, params: { id }, body: {} });
    expect(getKinds(await listNotifications(creator))).toEqual(['CAMPAIGN_APPROVED']);
    expect(await listNotifications(admin)).toEqual([]);
  });
});

/** Refunds all of a donor's donations, as the settlement worker does. */
async function refundAll(donor: AuthResponse): Promise<void> {
  const { handler, ids, clock, progress, pool } = api.foundation;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM read.donations WHERE donor_id = $1', [
    getProfileId(donor),
  ]);
  for (const { id: donationId } of rows) {
    const refundId = deriveCounterpartId(donationId);
    const refund = { type: 'RefundDonation', accountId: getProfileId(donor), refundId, donationId } as const;
    const result = await handler.handle(
      walletDecider,
      getProfileId(donor),
      { ...refund, reason: 'cancelled' },
      {
        commandId: refundId,
        correlationId: ids.next(),
        actor: { kind: 'system', id: 'tests' },
        occurredAt: clock.now(),
      },
    );
    if (!result.accepted) throw new Error(result.rejection.message);
    await progress.waitFor(['notifications'], result.position, WAIT_MS);
  }
}
