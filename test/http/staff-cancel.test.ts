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
import { buyCoins, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
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
  for (const { token } of donors) await buyCoins(api, client, token, 1_000);
});
afterEach(async () => {
  await worker?.close();
  worker = null;
});

const donate = (donor: AuthResponse, crowdfundingId: string, amount = 100) =>
  client.send(contract.donate, { token: donor.token, params: { crowdfundingId }, query: { amount } });
const getStatus = async (id: string) =>
  (await client.ok(contract.getCrowdfunding, { token: staff.token, params: { id } })).status;
const getCoins = async ({ token }: AuthResponse) =>
  (await client.ok(wallet.getWallet, { token })).walletCoins;
const cancelCrowdfunding = (id: string, body: object = { reason }, { token } = staff) =>
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

/** Expects that the read models match the log and that all donations to a campaign are refunded. */
async function expectConsistent(id: string): Promise<void> {
  const { pool, rawLog, progress } = api.foundation;
  await progress.waitFor(projectionNames, await rawLog.head(), WAIT_MS);
  const { problems } = await checkAgainstLog(pool, rawLog, () => {});
  expect(problems).toEqual([]);
  const statement = await client.ok(ledger.auditedCrowdfunding, { token: staff.token, params: { id } });
  expect(statement.held).toBe(0);
  expect(statement.refunded).toBe(statement.donated);
}

describe('staff cancel a campaign', () => {
  test('and refund every donor, notify creator and donors of the reason, and list the action', async () => {
    startWorker();
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    for (const donor of donors) expect((await donate(donor, id)).status).toBe(200);
    const request = { token: staff.token, params: { id } };
    expect((await client.ok(ledger.auditedCrowdfunding, request)).donors).toBe(2);
    const { status, body } = await cancelCrowdfunding(id);
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
    expect((await cancelCrowdfunding(id)).status).toBe(200);
    await expectConsistent(id);
  });

  test('also while it is pending, but not once it has ended', async () => {
    const pendingId = await createCrowdfunding(api, creator.dataUser.id);
    expect((await cancelCrowdfunding(pendingId)).body.status).toBe('CANCELLED');
    const closedId = await createActiveCrowdfunding(api, creator.dataUser.id);
    await client.send(contract.closeCrowdfunding, { token: creator.token, params: { id: closedId } });
    const { status, body } = await cancelCrowdfunding(closedId);
    expect([status, body.code]).toEqual([400, 'CROWDFUNDING_ENDED']);
  });

  test('only with a reason and only as staff', async () => {
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    for (const body of [{}, { reason: '  ' }]) expect((await cancelCrowdfunding(id, body)).status).toBe(400);
    for (const person of [creator, ...donors])
      expect((await cancelCrowdfunding(id, { reason }, person)).status).toBe(403);
    expect(await getStatus(id)).toBe('ACTIVE');
  });

  test('while many donate: each donation ends once, in a refund', async () => {
    startWorker();
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    const donations = Array.from({ length: 20 }, (_, n) => donate(donors[n % 2] as AuthResponse, id, 10));
    await Promise.race(donations);
    const [response] = await Promise.all([cancelCrowdfunding(id), ...donations]);
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
  ] as const)('%s: donations are refused until the account is reactivated', async (_name, hideCreator) => {
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    const donor = donors[0] as AuthResponse;
    expect((await donate(donor, id)).status).toBe(200);
    await hideCreator();
    const refusal = await donate(donor, id);
    expect([refusal.status, refusal.body.message]).toEqual([400, noDonationsAccepted.message]);
    const crowdfunding = await client.ok(contract.getCrowdfunding, { params: { id } });
    expect(crowdfunding).toMatchObject({ status: 'ACTIVE', creatorActive: false, currentAmount: 100 });
    await reactivateCreator();
    const { status, body } = await donate(donor, id);
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
    for (const donor of donors) await donate(donor, ids[0] as string);
    const { status, headers } = await ban({ cancelCampaigns: true });
    expect([status, headers.get('x-read-model')]).toEqual([200, null]);
    expect(await Promise.all(ids.map(getStatus))).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    await waitForRefunds();
    const actions = await client.ok(audit.staffActions, { token: staff.token });
    const cancellations = actions.filter(({ action }) => action === 'CROWDFUNDING_CANCELLED').slice(0, 3);
    expect(new Set(cancellations.map(({ target }) => target.id))).toEqual(new Set(ids));
    for (const { actor, reason: eventReason } of cancellations)
      expect([actor.id, eventReason]).toEqual([staff.dataUser.id, reason]);
    const notification = (await listNotifications(donors[0] as AuthResponse)).find(
      ({ kind }) => kind === 'CAMPAIGN_CANCELLED',
    );
    expect(notification).toMatchObject({ reason });
    await expectConsistent(ids[0] as string);
    expect(errors).toEqual([]);
  });

  test('cancels them later if no worker runs at the time, even if the account is reactivated before', async () => {
    const [activeId, pendingId] = [
      await createActiveCrowdfunding(api, creator.dataUser.id),
      await createCrowdfunding(api, creator.dataUser.id),
    ];
    for (const donor of donors) await donate(donor, activeId);
    const { status, headers } = await ban({ cancelCampaigns: true });
    expect([status, headers.get('x-read-model')]).toEqual([200, 'behind']);
    expect(await getStatus(activeId)).toBe('ACTIVE');
    expect((await donate(donors[0] as AuthResponse, activeId)).status).toBe(400);
    api.clock.advance(1_000);
    await reactivateCreator();
    api.clock.advance(1_000);
    const laterId = await createCrowdfunding(api, creator.dataUser.id);
    startWorker();
    await waitForRefunds();
    await waitUntil(async () => (await getStatus(pendingId)) === 'CANCELLED');
    expect([await getStatus(activeId), await getStatus(laterId)]).toEqual(['CANCELLED', 'PENDING']);
    await expectConsistent(activeId);
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
    const donations = Array.from({ length: 20 }, (_, n) => donate(donors[n % 2] as AuthResponse, id, 10));
    await Promise.race(donations);
    await Promise.all([ban({ cancelCampaigns: true }), ...donations]);
    await waitForRefunds();
    await expectConsistent(id);
    expect(errors).toEqual([]);
  });
});
