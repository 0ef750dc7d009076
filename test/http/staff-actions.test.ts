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
import { createAnimal } from './support/adoption.ts';
import { createCrowdfunding, getPaymentId, pay, startPurchase } from './support/coins.ts';
import { publishPost, registerNewUser, registerOrganization, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const REASON = 'As the rules say.';
const body = { reason: REASON };

let admin: AuthResponse;
let moderator: AuthResponse;
let owner: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  admin = await registerStaff(api, client, 'ADMIN');
  moderator = await registerStaff(api, client, 'MOD');
  owner = await registerNewUser(client);
}, 60_000);

const createContext = (kind: 'operator' | 'system', reason?: string) => {
  const { ids, clock } = api.foundation;
  const actor = { kind, id: 'tests' } as const;
  const commandId = ids.next();
  return { commandId, correlationId: commandId, actor, occurredAt: clock.now(), ...(reason && { reason }) };
};
const waitForReadModels = (position: number) =>
  api.foundation.progress.waitFor(projectionNames, position, WAIT_MS);

/** Executes an account command as an operator. */
async function executeAsOperator(accountId: string, command: AccountCommand): Promise<void> {
  const { handler } = api.foundation;
  const result = await handler.handle(accountDecider, accountId, command, createContext('operator', REASON));
  if (!result.accepted) throw new Error(result.rejection.message);
  await waitForReadModels(result.position);
}

async function createUserId(): Promise<string> {
  return (await registerNewUser(client)).dataUser.id;
}

async function decideAsAdmin(call: Call, id: string): Promise<string> {
  await client.ok(call as typeof moderation.banProfile, { token: admin.token, params: { id }, body });
  return id;
}

const createBannedId = async () => decideAsAdmin(moderation.banProfile, await createUserId());
const createOrganizationId = () => registerOrganization(api, client);
const createPostId = async () => (await publishPost(client, owner.token)).id;
const createAnimalId = async () => (await createAnimal(client, owner.token)).id;
const createCrowdfundingId = () => createCrowdfunding(api, owner.dataUser.id);

async function decideReports(call: typeof reports.resolveReports | typeof reports.dismissReports) {
  const { id } = await publishPost(client, owner.token);
  const { token } = await registerNewUser(client);
  await client.ok(reports.report, { token, body: { kind: 'post', id, category: 'SPAM' } });
  const openCases = await client.ok(reports.reports, { token: admin.token, query: { status: 'OPEN' } });
  await decideAsAdmin(call, openCases.find(({ subject }) => subject.id === id)?.id ?? '');
  return id;
}

async function createSuspendedId(): Promise<string> {
  const id = await createUserId();
  await client.ok(moderation.banProfile, { token: admin.token, params: { id }, body: { ...body, days: 7 } });
  return id;
}

async function createWarnedId(): Promise<string> {
  const id = await createUserId();
  const { token } = await registerNewUser(client);
  await client.ok(reports.report, { token, body: { kind: 'profile', id, category: 'SPAM' } });
  const openCases = await client.ok(reports.reports, { token: admin.token, query: { status: 'OPEN' } });
  const params = { id: openCases.find(({ subject }) => subject.id === id)?.id ?? '' };
  await client.ok(reports.resolveReports, {
    token: admin.token,
    params,
    body: { ...body, resolution: 'WARN' },
  });
  return id;
}

const propose = (amount: number, isWriteOff?: boolean) =>
  client.ok(adjustments.proposeAdjustment, {
    token: moderator.token,
    body: { profile: owner.dataUser.id, amount, reason: REASON, writeOff: isWriteOff },
  });

async function decideAdjustment(call: Call, amount: number, isWriteOff?: boolean): Promise<string> {
  await decideAsAdmin(call, (await propose(amount, isWriteOff)).id);
  return owner.dataUser.id;
}

/** Puts the owner into debt by withdrawing a payment whose coins are already spent. */
async function createDebt(amount: number): Promise<void> {
  const secret = await startPurchase(client, owner.token, amount);
  await pay(api, secret);
  const paymentId = getPaymentId(secret);
  const { token, dataUser } = owner;
  await client.ok(getPayment, { token, params: { paymentIntentId: paymentId } });
  const { state } = await api.foundation.handler.load(walletDecider, dataUser.id);
  await decideAdjustment(adjustments.approveAdjustment, -state.balance);
  const accountId = dataUser.id;
  const withdrawal = {
    withdrawalId: randomUUID(),
    kind: 'chargeback',
    paymentId,
    providerId: 'dp_1',
  } as const;
  const command = { type: 'WithdrawPurchase', accountId, ...withdrawal, amount } as const;
  const result = await api.foundation.handler.handle(
    walletDecider,
    accountId,
    command,
    createContext('system'),
  );
  if (!result.accepted) throw new Error(result.rejection.message);
  await waitForReadModels(result.position);
}

async function createPaymentInSuspense(): Promise<string> {
  const { handler, ids } = api.foundation;
  const [paymentId, suspenseId] = [`pi_${randomUUID()}`, ids.next()];
  const command = { type: 'BookUnknownPayment', paymentId, suspenseId, amount: 400 } as const;
  const result = await handler.handle(paymentDecider, paymentId, command, createContext('system'));
  if (!result.accepted) throw new Error(result.rejection.message);
  await waitForReadModels(result.position);
  return paymentId;
}

async function proposeIdentification({ token }: AuthResponse): Promise<string> {
  const input = {
    params: { id: await createPaymentInSuspense() },
    body: { profile: owner.dataUser.id, reason: REASON },
  };
  return (await client.ok(adjustments.identifySuspense, { token, ...input })).id;
}

interface StaffActionCase {
  readonly action: (typeof STAFF_ACTIONS)[number];
  /** Call that performs the action. Undefined for operator commands. */
  readonly call?: Call;
  /** Performs the action, as an administrator unless stated otherwise. Returns the id of the subject. */
  readonly execute: () => Promise<string>;
  readonly getActor?: () => string;
  /** Whether the call has no reason field. */
  readonly hasNoReason?: boolean;
}

const createDecisionCase = (
  action: StaffActionCase['action'],
  call: Call,
  subject: () => Promise<string>,
): StaffActionCase => ({
  action,
  call,
  execute: async () => decideAsAdmin(call, await subject()),
});
const createOperatorCase = (
  action: StaffActionCase['action'],
  performAction: (id: string) => Promise<unknown>,
): StaffActionCase => ({
  action,
  getActor: () => 'tests',
  execute: async () => {
    const id = await createUserId();
    await performAction(id);
    return id;
  },
});
const grantModeratorRole = (accountId: string) =>
  executeAsOperator(accountId, { type: 'GrantStaffRole', accountId, role: 'MOD' });

const cases: readonly StaffActionCase[] = [
  { action: 'PROFILE_SUSPENDED', call: moderation.banProfile, execute: createSuspendedId },
  { action: 'PROFILE_WARNED', call: reports.resolveReports, execute: createWarnedId },
  createDecisionCase('ORGANIZATION_APPROVED', moderation.approveOrganization, createOrganizationId),
  createDecisionCase('ORGANIZATION_DECLINED', moderation.declineOrganization, createOrganizationId),
  createDecisionCase('CROWDFUNDING_APPROVED', crowdfunding.approveCrowdfunding, createCrowdfundingId),
  createDecisionCase('CROWDFUNDING_DECLINED', crowdfunding.declineCrowdfunding, createCrowdfundingId),
  createDecisionCase('CROWDFUNDING_CANCELLED', crowdfunding.cancelCrowdfundingAsStaff, createCrowdfundingId),
  createDecisionCase('PROFILE_BANNED', moderation.banProfile, createUserId),
  createDecisionCase('PROFILE_REACTIVATED', moderation.reactivateProfile, createBannedId),
  {
    action: 'POST_DELETED',
    call: deletePublication,
    hasNoReason: true,
    execute: async () => {
      const { id } = await publishPost(client, owner.token);
      await client.ok(deletePublication, { token: admin.token, params: { id } });
      return id;
    },
  },
  createDecisionCase('PROFILE_TAKEN_DOWN', takeDown.takeDownProfile, createUserId),
  createDecisionCase('PROFILE_RESTORED', takeDown.restoreProfile, async () =>
    decideAsAdmin(takeDown.takeDownProfile, await createUserId()),
  ),
  createDecisionCase('POST_TAKEN_DOWN', takeDown.takeDownPost, createPostId),
  createDecisionCase('POST_RESTORED', takeDown.restorePost, async () =>
    decideAsAdmin(takeDown.takeDownPost, await createPostId()),
  ),
  createDecisionCase('ANIMAL_TAKEN_DOWN', takeDown.takeDownAnimal, createAnimalId),
  createDecisionCase('ANIMAL_RESTORED', takeDown.restoreAnimal, async () =>
    decideAsAdmin(takeDown.takeDownAnimal, await createAnimalId()),
  ),
  {
    action: 'REPORTS_RESOLVED',
    call: reports.resolveReports,
    execute: () => decideReports(reports.resolveReports),
  },
  {
    action: 'REPORTS_DISMISSED',
    call: reports.dismissReports,
    execute: () => decideReports(reports.dismissReports),
  },
  {
    action: 'ADJUSTMENT_PROPOSED',
    call: adjustments.proposeAdjustment,
    getActor: () => moderator.dataUser.id,
    execute: async () => {
      await propose(20);
      return owner.dataUser.id;
    },
  },
  {
    action: 'ADJUSTMENT_APPROVED',
    call: adjustments.approveAdjustment,
    execute: () => decideAdjustment(adjustments.approveAdjustment, 30),
  },
  {
    action: 'ADJUSTMENT_DECLINED',
    call: adjustments.declineAdjustment,
    execute: () => decideAdjustment(adjustments.declineAdjustment, 40),
  },
  {
    action: 'WRITE_OFF_APPROVED',
    call: adjustments.approveAdjustment,
    execute: async () => {
      await createDebt(500);
      return decideAdjustment(adjustments.approveAdjustment, 500, true);
    },
  },
  {
    action: 'IDENTIFICATION_PROPOSED',
    call: adjustments.identifySuspense,
    execute: async () => {
      await proposeIdentification(admin);
      return owner.dataUser.id;
    },
  },
  {
    action: 'IDENTIFICATION_DECLINED',
    call: adjustments.declineAdjustment,
    execute: async () => {
      await decideAsAdmin(adjustments.declineAdjustment, await proposeIdentification(moderator));
      return owner.dataUser.id;
    },
  },
  {
    action: 'PAYMENT_IDENTIFIED',
    call: adjustments.approveAdjustment,
    execute: async () => {
      await decideAsAdmin(adjustments.approveAdjustment, await proposeIdentification(moderator));
      return owner.dataUser.id;
    },
  },
  createOperatorCase('STAFF_GRANTED', grantModeratorRole),
  createOperatorCase('STAFF_REVOKED', async (accountId) => {
    await grantModeratorRole(accountId);
    await executeAsOperator(accountId, { type: 'RevokeStaffRole', accountId });
  }),
  {
    action: 'TEXTS_DISCLOSED',
    getActor: () => 'tests',
    execute: async () => {
      const disclosureId = api.foundation.ids.next();
      const command = { type: 'DiscloseSealedTexts', disclosureId, stream: null, eventType: null } as const;
      const context = createContext('operator', REASON);
      const result = await api.foundation.handler.handle(disclosureDecider, disclosureId, command, context);
      if (!result.accepted) throw new Error(result.rejection.message);
      await waitForReadModels(result.position);
      return disclosureId;
    },
  },
  createOperatorCase('PROFILE_ERASED', async (accountId) => {
    const { handler, privateData } = api.foundation;
    const system = { handler, registry: privateData.registry };
    const result = await eraseAccount(system, accountId, createContext('operator', REASON));
    if (!result.accepted) throw new Error(result.rejection.message);
    await waitForReadModels(result.position);
  }),
];

test.each(cases)(
  '$action is listed with its actor and reason',
  async ({ action, execute, getActor, hasNoReason }) => {
    const id = await execute();
    const actions = await client.ok(staffActions, { token: moderator.token });
    expect(actions.find((entry) => entry.action === action)).toMatchObject({
      action,
      actor: getActor
        ? { id: getActor() }
        : { kind: 'staff', id: admin.dataUser.id, name: admin.dataUser.nickname },
      target: { id },
      reason: hasNoReason ? null : REASON,
    });
  },
);

test('the cases above contain every staff action', () => {
  const isStaffOnly = ({ audience }: Call) =>
    typeof audience !== 'string' && audience.every((role) => role === 'ADMIN' || role === 'MOD');
  const staffCalls = calls.filter((call) => call.method !== 'GET' && isStaffOnly(call));
  expect(staffCalls.length).toBeGreaterThan(8);
  const testedCalls = new Set(cases.map(({ call }) => call?.name));
  expect(staffCalls.map(({ name }) => name).filter((name) => !testedCalls.has(name))).toEqual([]);
  expect(new Set(cases.map(({ action }) => action))).toEqual(new Set(STAFF_ACTIONS));
});
