import { deactivateProfile } from '../../contract/accounts.ts';
import * as audit from '../../contract/audit.ts';
import * as contract from '../../contract/crowdfunding.ts';
import * as ledger from '../../contract/ledger.ts';
import * as moderation from '../../contract/moderation.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as wallet from '../../contract/wallet.ts';
import { noDonationsAccepted } from '../../domain/wallet/rules.ts';
import { projectionNames } from '../../projections/registry.ts';
import { checkAgainstLog } from '../../workers/cli/verify/against-log.ts';
import type { Worker } from '../../workers/worker.ts';
import { WAIT_MS, waitUntil } from '../support/wait.ts';
import { buy, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { listNotifications } from './support/notifications.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { startSettlementWorker } from './support/settlement.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const reason = 'The shelter does not exist.';

let staff: AuthResponse;
let creator: AuthResponse;
let donors: readonly AuthResponse[];
let worker: Worker | null = null;
let errors: unknown[] = [];

function startWorker(): void {
  worker = startSettlementWorker(api, (error) => void errors.push(error));
}

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'MOD');
}, 60_000);
beforeEach(async () => {
  errors = [];
  creator = await registerNewUser(client);
  donors = [await registerNewUser(client), await registerNewUser(client)];
  for (const { token } of donors) await buy(api, client, token, 1_000);
});
afterEach(async () => {
  await worker?.close();
  worker = null;
});

const give = (donor: AuthResponse, crowdfundingId: string, amount = 100) =>
  client.send(contract.donate, { token: donor.token, params: { crowdfundingId }, query: { amount } });
const getStatus = async (id: string) =>
  (await client.ok(contract.getCrowdfunding, { token: staff.token, params: { id } })).status;
const getCoins = async ({ token }: AuthResponse) =>
  (await client.ok(wallet.getWallet, { token })).walletCoins;
const cancel = (id: string, body: object = { reason }, { token } = staff) =>
  client.send(contract.cancelCrowdfundingAsStaff, { token, params: { id }, body } as never);
const ban = (details: object = {}) =>
  client.send(moderation.banProfile, {
    token: staff.token,
    params: { id: creator.dataUser.id },
    body: { reason, ...details },
  });
const reactivateCreator = () =>
  client.ok(moderation.reactivateProfile, {
    token: staff.token,
    params: { id: creator.dataUser.id },
    body: {},
  });
const waitForRefunds = () =>
  waitUntil(async () => (await Promise.all(donors.map(getCoins))).every((coins) => coins === 1_000));

/** Expects that the read models equal the log, and that donated = refunded + released + held. */
async function expectConsistent(id: string): Promise<void> {
  const { pool, rawLog, progress } = api.foundation;
  await progress.waitFor(projectionNames, await rawLog.head(), WAIT_MS);
  const { problems } = await checkAgainstLog(pool, rawLog, () => {});
  expect(problems).toEqual([]);
  const audited = await client.ok(ledger.auditedCrowdfunding, { token: staff.token, params: { id } });
  expect(audited.held).toBe(0);
  expect(audited.refunded).toBe(audited.donated);
}

describe('staff cancel a campaign', () => {
  test('which refunds every donor, notifies creator and donors of the reason, and lists the action', async () => {
    startWorker();
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    for (const donor of donors) expect((await give(donor, id)).status).toBe(200);
    const audited = { token: staff.token, params: { id } };
    expect((await client.ok(ledger.auditedCrowdfunding, audited)).donors).toBe(2);
    const { status, body } = await cancel(id);
    expect([status, body]).toMatchObject([200, { id, status: 'CANCELLED' }]);
    await waitForRefunds();
    for (const person of [creator, ...donors]) {
      const notification = (await listNotifications(person)).find(
        ({ kind }) => kind === 'CAMPAIGN_CANCELLED',
      );
      expect(notification).toMatchObject({ subject: { id }, reason });
    }
    const [action] = await client.ok(audit.staffActions, { token: staff.token });
    expect(action).toMatchObject({
      action: 'CROWDFUNDING_CANCELLED',
      actor: { kind: 'staff', id: staff.dataUser.id },
      target: { kind: 'crowdfunding', id },
      reason,
    });
    expect((await cancel(id)).status).toBe(200);
    await expectConsistent(id);
  });

  test('also while it is pending, but not once it has ended', async () => {
    const pending = await createCrowdfunding(api, creator.dataUser.id);
    expect((await cancel(pending)).body.status).toBe('CANCELLED');
    const closedId = await createActiveCrowdfunding(api, creator.dataUser.id);
    await client.send(contract.closeCrowdfunding, { token: creator.token, params: { id: closedId } });
    const { status, body } = await cancel(closedId);
    expect([status, body.code]).toEqual([400, 'CROWDFUNDING_ENDED']);
  });

  test('only with a reason, and only as staff', async () => {
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    for (const body of [{}, { reason: '  ' }]) expect((await cancel(id, body)).status).toBe(400);
    for (const person of [creator, ...donors])
      expect((await cancel(id, { reason }, person)).status).toBe(403);
    expect(await getStatus(id)).toBe('ACTIVE');
  });

  test('while many donate: each donation ends once, in a refund', async () => {
    startWorker();
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    const donations = Array.from({ length: 20 }, (_, n) => give(donors[n % 2] as AuthResponse, id, 10));
    await Promise.race(donations);
    const [response] = await Promise.all([cancel(id), ...donations]);
    expect(response.status).toBe(200);
    await waitForRefunds();
    await expectConsistent(id);
    expect(errors).toEqual([]);
  });
});

describe('the creator is hidden', () => {
  test.each([
    ['deactivated', () => client.ok(deactivateProfile, { token: creator.token })],
    ['banned', () => ban()],
  ] as const)('%s: no donations are accepted until the account is reactivated', async (_name, close) => {
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    const donor = donors[0] as AuthResponse;
    expect((await give(donor, id)).status).toBe(200);
    await close();
    const refusal = await give(donor, id);
    expect([refusal.status, refusal.body.message]).toEqual([400, noDonationsAccepted.message]);
    const crowdfunding = await client.ok(contract.getCrowdfunding, { params: { id } });
    expect(crowdfunding).toMatchObject({ status: 'ACTIVE', creatorActive: false, currentAmount: 100 });
    await reactivateCreator();
    const { status, body } = await give(donor, id);
    expect([status, body.crowdfunding]).toMatchObject([200, { creatorActive: true, currentAmount: 200 }]);
  });
});

describe('a ban that cancels the campaigns', () => {
  test('cancels active and pending campaigns before the response, with the ban’s reason', async () => {
    startWorker();
    const ids = [
      await createActiveCrowdfunding(api, creator.dataUser.id),
      await createActiveCrowdfunding(api, creator.dataUser.id),
      await createCrowdfunding(api, creator.dataUser.id),
    ];
    for (const donor of donors) await give(donor, ids[0] as string);
    const { status, headers } = await ban({ cancelCampaigns: true });
    expect([status, headers.get('x-read-model')]).toEqual([200, null]);
    expect(await Promise.all(ids.map(getStatus))).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    await waitForRefunds();
    const actions = await client.ok(audit.staffActions, { token: staff.token });
    const cancelled = actions.filter(({ action }) => action === 'CROWDFUNDING_CANCELLED').slice(0, 3);
    expect(new Set(cancelled.map(({ target }) => target.id))).toEqual(new Set(ids));
    for (const { actor, reason: eventReason } of cancelled)
      expect([actor.id, eventReason]).toEqual([staff.dataUser.id, reason]);
    const notification = (await listNotifications(donors[0] as AuthResponse)).find(
      ({ kind }) => kind === 'CAMPAIGN_CANCELLED',
    );
    expect(notification).toMatchObject({ reason });
    await expectConsistent(ids[0] as string);
    expect(errors).toEqual([]);
  });

  test('cancels them later if no worker runs at the time, even if the account is reactivated before', async () => {
    const [active, pending] = [
      await createActiveCrowdfunding(api, creator.dataUser.id),
      await createCrowdfunding(api, creator.dataUser.id),
    ];
    for (const donor of donors) await give(donor, active);
    const { status, headers } = await ban({ cancelCampaigns: true });
    expect([status, headers.get('x-read-model')]).toEqual([200, 'behind']);
    expect(await getStatus(active)).toBe('ACTIVE');
    expect((await give(donors[0] as AuthResponse, active)).status).toBe(400);
    api.clock.forward(1_000);
    await reactivateCreator();
    api.clock.forward(1_000);
    const later = await createCrowdfunding(api, creator.dataUser.id);
    startWorker();
    await waitForRefunds();
    await waitUntil(async () => (await getStatus(pending)) === 'CANCELLED');
    expect([await getStatus(active), await getStatus(later)]).toEqual(['CANCELLED', 'PENDING']);
    await expectConsistent(active);
  });

  test('can follow a ban without cancellation, and does not change ended campaigns', async () => {
    startWorker();
    const [closedId, activeId] = [
      await createActiveCrowdfunding(api, creator.dataUser.id),
      await createActiveCrowdfunding(api, creator.dataUser.id),
    ];
    await client.send(contract.closeCrowdfunding, { token: creator.token, params: { id: closedId } });
    await ban();
    expect(await getStatus(activeId)).toBe('ACTIVE');
    await ban({ cancelCampaigns: true });
    expect([await getStatus(closedId), await getStatus(activeId)]).toEqual(['CLOSED', 'CANCELLED']);
    expect(errors).toEqual([]);
  });

  test('while many donate: each donation that was accepted ends once, in a refund', async () => {
    startWorker();
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    const donations = Array.from({ length: 20 }, (_, n) => give(donors[n % 2] as AuthResponse, id, 10));
    await Promise.race(donations);
    await Promise.all([ban({ cancelCampaigns: true }), ...donations]);
    await waitForRefunds();
    await expectConsistent(id);
    expect(errors).toEqual([]);
  });
});
