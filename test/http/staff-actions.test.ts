import { randomUUID } from 'node:crypto';
import * as adjustments from '../../contract/adjustments.ts';
import { staffActions } from '../../contract/audit.ts';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as moderation from '../../contract/moderation.ts';
import { getPayment } from '../../contract/payments.ts';
import { deletePublication } from '../../contract/posts.ts';
import * as reports from '../../contract/reports.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as takeDown from '../../contract/take-down.ts';
import type { AccountCommand } from '../../domain/accounts/commands.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { eraseAccount } from '../../domain/accounts/erasure.ts';
import { disclosureDecider } from '../../domain/disclosures/decide.ts';
import { STAFF_ACTIONS } from '../../domain/effects/staff-actions.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { projectionNames } from '../../projections/registry.ts';
import { WAIT_MS } from '../support/wait.ts';
import { newAnimal } from './support/adoption.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';
import { begin, newCrowdfunding, pay, paymentIdOf } from './support/coins.ts';
import { newOrganization, newPost, newStaff, newUser } from './support/people.ts';

const WHY = 'As the rules say.';
const body = { reason: WHY };

let api: TestApi;
let client: Client;
let admin: AuthResponse;
let mod: AuthResponse;
let owner: AuthResponse;

beforeAll(async () => {
  api = await startTestApi();
  client = createClient(api.url);
  admin = await newStaff(api, client, 'ADMIN');
  mod = await newStaff(api, client, 'MOD');
  owner = await newUser(client);
}, 60_000);
afterAll(() => api.close());

const contextOf = (kind: 'operator' | 'system', reason?: string) => {
  const { ids, clock } = api.foundation;
  const actor = { kind, id: 'tests' } as const;
  const commandId = ids.next();
  return { commandId, correlationId: commandId, actor, occurredAt: clock.now(), ...(reason && { reason }) };
};
const seen = (position: number) => api.foundation.progress.waitFor(projectionNames, position, WAIT_MS);

/** Runs an operator's command. */
async function operate(accountId: string, command: AccountCommand): Promise<void> {
  const { handler } = api.foundation;
  const handled = await handler.handle(accountDecider, accountId, command, contextOf('operator', WHY));
  if (!handled.accepted) throw new Error(handled.rejection.message);
  await seen(handled.position);
}

async function newUserId(): Promise<string> {
  return (await newUser(client)).dataUser.id;
}

async function decideAsAdmin(call: Call, id: string): Promise<string> {
  await client.ok(call as typeof moderation.banProfile, { token: admin.token, params: { id }, body });
  return id;
}

const bannedId = async () => decideAsAdmin(moderation.banProfile, await newUserId());
const organizationId = () => newOrganization(api, client);
const postId = async () => (await newPost(client, owner.token)).id;
const animalId = async () => (await newAnimal(client, owner.token)).id;
const crowdfundingId = () => newCrowdfunding(api, owner.dataUser.id);

async function decideReports(call: typeof reports.resolveReports | typeof reports.dismissReports) {
  const { id } = await newPost(client, owner.token);
  const { token } = await newUser(client);
  await client.ok(reports.report, { token, body: { kind: 'post', id, category: 'SPAM' } });
  const open = await client.ok(reports.reports, { token: admin.token, query: { status: 'OPEN' } });
  await decideAsAdmin(call, open.find(({ subject }) => subject.id === id)?.id ?? '');
  return id;
}

const propose = (amount: number, writeOff?: boolean) =>
  client.ok(adjustments.proposeAdjustment, {
    token: mod.token,
    body: { profile: owner.dataUser.id, amount, reason: WHY, writeOff },
  });

async function decideAdjustment(call: Call, amount: number, writeOff?: boolean): Promise<string> {
  await decideAsAdmin(call, (await propose(amount, writeOff)).id);
  return owner.dataUser.id;
}

/** Puts the owner into debt: the coins are spent when the payment is withdrawn. */
async function owe(amount: number): Promise<void> {
  const secret = await begin(client, owner.token, amount);
  await pay(api, secret);
  const paymentId = paymentIdOf(secret);
  const { token, dataUser } = owner;
  await client.ok(getPayment, { token, params: { paymentIntentId: paymentId } });
  const { state } = await api.foundation.handler.load(walletDecider, dataUser.id);
  await decideAdjustment(adjustments.approveAdjustment, -state.balance);
  const accountId = dataUser.id;
  const back = { withdrawalId: randomUUID(), kind: 'chargeback', paymentId, providerId: 'dp_1' } as const;
  const command = { type: 'WithdrawPurchase', accountId, ...back, amount } as const;
  const handled = await api.foundation.handler.handle(walletDecider, accountId, command, contextOf('system'));
  if (!handled.accepted) throw new Error(handled.rejection.message);
  await seen(handled.position);
}

async function inSuspense(): Promise<string> {
  const { handler, ids } = api.foundation;
  const [paymentId, suspenseId] = [`pi_${randomUUID()}`, ids.next()];
  const command = { type: 'BookUnknownPayment', paymentId, suspenseId, amount: 400 } as const;
  const handled = await handler.handle(paymentDecider, paymentId, command, contextOf('system'));
  if (!handled.accepted) throw new Error(handled.rejection.message);
  await seen(handled.position);
  return paymentId;
}

async function proposeIdentification({ token }: AuthResponse): Promise<string> {
  const sent = { params: { id: await inSuspense() }, body: { profile: owner.dataUser.id, reason: WHY } };
  return (await client.ok(adjustments.identifySuspense, { token, ...sent })).id;
}

interface Row {
  readonly action: (typeof STAFF_ACTIONS)[number];
  /** The call of the action; none for operators' commands. */
  readonly call?: Call;
  /** Executes the action, by default as administrator, and returns the id of its subject. */
  readonly act: () => Promise<string>;
  readonly by?: () => string;
  /** Whether the call takes no reason. */
  readonly silent?: boolean;
}

const decided = (action: Row['action'], call: Call, subject: () => Promise<string>): Row => ({
  action,
  call,
  act: async () => decideAsAdmin(call, await subject()),
});
const operated = (action: Row['action'], act: (id: string) => Promise<unknown>): Row => ({
  action,
  by: () => 'tests',
  act: async () => {
    const id = await newUserId();
    await act(id);
    return id;
  },
});
const grant = (accountId: string) => operate(accountId, { type: 'GrantStaffRole', accountId, role: 'MOD' });

const table: readonly Row[] = [
  decided('ORGANIZATION_APPROVED', moderation.approveOrganization, organizationId),
  decided('ORGANIZATION_DECLINED', moderation.declineOrganization, organizationId),
  decided('CROWDFUNDING_APPROVED', crowdfunding.approveCrowdfunding, crowdfundingId),
  decided('CROWDFUNDING_DECLINED', crowdfunding.declineCrowdfunding, crowdfundingId),
  decided('CROWDFUNDING_CANCELLED', crowdfunding.cancelCrowdfundingAsStaff, crowdfundingId),
  decided('PROFILE_BANNED', moderation.banProfile, newUserId),
  decided('PROFILE_REACTIVATED', moderation.reactivateProfile, bannedId),
  {
    action: 'POST_DELETED',
    call: deletePublication,
    silent: true,
    act: async () => {
      const { id } = await newPost(client, owner.token);
      await client.ok(deletePublication, { token: admin.token, params: { id } });
      return id;
    },
  },
  decided('POST_TAKEN_DOWN', takeDown.takeDownPost, postId),
  decided('POST_RESTORED', takeDown.restorePost, async () =>
    decideAsAdmin(takeDown.takeDownPost, await postId()),
  ),
  decided('ANIMAL_TAKEN_DOWN', takeDown.takeDownAnimal, animalId),
  decided('ANIMAL_RESTORED', takeDown.restoreAnimal, async () =>
    decideAsAdmin(takeDown.takeDownAnimal, await animalId()),
  ),
  {
    action: 'REPORTS_RESOLVED',
    call: reports.resolveReports,
    act: () => decideReports(reports.resolveReports),
  },
  {
    action: 'REPORTS_DISMISSED',
    call: reports.dismissReports,
    act: () => decideReports(reports.dismissReports),
  },
  {
    action: 'ADJUSTMENT_PROPOSED',
    call: adjustments.proposeAdjustment,
    by: () => mod.dataUser.id,
    act: async () => {
      await propose(20);
      return owner.dataUser.id;
    },
  },
  {
    action: 'ADJUSTMENT_APPROVED',
    call: adjustments.approveAdjustment,
    act: () => decideAdjustment(adjustments.approveAdjustment, 30),
  },
  {
    action: 'ADJUSTMENT_DECLINED',
    call: adjustments.declineAdjustment,
    act: () => decideAdjustment(adjustments.declineAdjustment, 40),
  },
  {
    action: 'WRITE_OFF_APPROVED',
    call: adjustments.approveAdjustment,
    act: async () => {
      await owe(500);
      return decideAdjustment(adjustments.approveAdjustment, 500, true);
    },
  },
  {
    action: 'IDENTIFICATION_PROPOSED',
    call: adjustments.identifySuspense,
    act: async () => {
      await proposeIdentification(admin);
      return owner.dataUser.id;
    },
  },
  {
    action: 'IDENTIFICATION_DECLINED',
    call: adjustments.declineAdjustment,
    act: async () => {
      await decideAsAdmin(adjustments.declineAdjustment, await proposeIdentification(mod));
      return owner.dataUser.id;
    },
  },
  {
    action: 'PAYMENT_IDENTIFIED',
    call: adjustments.approveAdjustment,
    act: async () => {
      await decideAsAdmin(adjustments.approveAdjustment, await proposeIdentification(mod));
      return owner.dataUser.id;
    },
  },
  operated('STAFF_GRANTED', grant),
  operated('STAFF_REVOKED', async (accountId) => {
    await grant(accountId);
    await operate(accountId, { type: 'RevokeStaffRole', accountId });
  }),
  {
    action: 'TEXTS_DISCLOSED',
    by: () => 'tests',
    act: async () => {
      const disclosureId = api.foundation.ids.next();
      const command = { type: 'DiscloseSealedTexts', disclosureId, stream: null, eventType: null } as const;
      const context = contextOf('operator', WHY);
      const handled = await api.foundation.handler.handle(disclosureDecider, disclosureId, command, context);
      if (!handled.accepted) throw new Error(handled.rejection.message);
      await seen(handled.position);
      return disclosureId;
    },
  },
  operated('PROFILE_ERASED', async (accountId) => {
    const { handler, privateData } = api.foundation;
    const means = { handler, registry: privateData.registry };
    const erased = await eraseAccount(means, accountId, contextOf('operator', WHY));
    if (!erased.accepted) throw new Error(erased.rejection.message);
    await seen(erased.position);
  }),
];

test.each(table)('$action is listed with its actor and reason', async ({ action, act, by, silent }) => {
  const id = await act();
  const [newest] = await client.ok(staffActions, { token: mod.token });
  expect(newest).toMatchObject({
    action,
    actor: by ? { id: by() } : { kind: 'staff', id: admin.dataUser.id, name: admin.dataUser.nickname },
    target: { id },
    reason: silent ? null : WHY,
  });
});

test('the list above contains every staff action', () => {
  const staffAlone = ({ audience }: Call) =>
    typeof audience !== 'string' && audience.every((role) => role === 'ADMIN' || role === 'MOD');
  const changes = calls.filter((call) => call.method !== 'GET' && staffAlone(call));
  expect(changes.length).toBeGreaterThan(8);
  const listed = new Set(table.map(({ call }) => call?.name));
  expect(changes.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
  expect(new Set(table.map(({ action }) => action))).toEqual(new Set(STAFF_ACTIONS));
});
