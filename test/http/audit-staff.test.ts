import { randomUUID } from 'node:crypto';
import * as contract from '../../contract/adjustments.ts';
import * as audit from '../../contract/audit.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as payments from '../../contract/payments.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as wallet from '../../contract/wallet.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { checkJournal } from '../../projections/ledger/problems/check.ts';
import { WAIT_MS, waitUntil } from '../support/wait.ts';
import { buyCoins, createActiveCrowdfunding, getPaymentId, pay, startPurchase } from './support/coins.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApiPerTest } from './support/shared-api.ts';

let proposingAdmin: AuthResponse;
let approver: AuthResponse;
let owner: AuthResponse;

setUpTestApiPerTest();
beforeEach(async () => {
  proposingAdmin = await registerStaff(api, client, 'ADMIN');
  approver = await registerStaff(api, client, 'MOD');
  owner = await registerNewUser(client);
});

const getWalletCoins = async () => (await client.ok(wallet.getWallet, { token: owner.token })).walletCoins;
const createProposal = (changes: object = {}) => ({
  profile: owner.dataUser.nickname,
  amount: 250,
  reason: 'a payment of 2019',
  ...changes,
});
const propose = (changes: object = {}, headers = {}) =>
  client.send(contract.proposeAdjustment, {
    token: proposingAdmin.token,
    body: createProposal(changes),
    headers,
  });
const approve = (id: string, { token } = approver) =>
  client.send(contract.approveAdjustment, { token, params: { id }, body: { reason: 'checked' } });
const getProblems = () => client.ok(audit.auditProblems, { token: proposingAdmin.token });

test('a proposal that is not visible yet is repeated with the same key, and made once', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  await api.stopProjections();
  const { status, body } = await api.runWhileBlocked(() => propose({}, headers));
  expect([status, body.code]).toEqual([503, 'RESULT_NOT_READY']);
  await api.startProjections();
  const repeated = await propose({}, headers);
  expect(repeated.status).toBe(200);
  const proposals = await client.ok(contract.adjustments, { token: approver.token });
  expect(proposals.filter(({ profile }) => profile.id === owner.dataUser.id)).toEqual([repeated.body]);
});

test('an adjustment takes effect when another staff member approves it', async () => {
  const { body: proposal } = await propose();
  expect(proposal).toMatchObject({
    amount: 250,
    kind: 'CREDIT',
    status: 'OPEN',
    reason: 'a payment of 2019',
    proposedBy: { nickname: proposingAdmin.dataUser.nickname },
    decidedBy: null,
  });
  expect(await getWalletCoins()).toBe(0);
  expect(await client.ok(contract.adjustments, { token: approver.token })).toEqual([proposal]);
  expect((await getProblems()).adjustments).toEqual({ count: 1, items: [proposal] });
  const selfApproval = await approve(proposal.id, proposingAdmin);
  expect([selfApproval.status, selfApproval.body.code, selfApproval.body.message]).toEqual([
    403,
    'SECOND_PERSON_NEEDED',
    'An adjustment needs the approval of another member of staff.',
  ]);
  expect(await getWalletCoins()).toBe(0);
  const { body: decision } = await approve(proposal.id);
  expect(decision).toMatchObject({ status: 'APPROVED', decidedBy: { nickname: approver.dataUser.nickname } });
  expect((await approve(proposal.id)).body).toEqual(decision);
  expect(await getWalletCoins()).toBe(250);
  expect((await getProblems()).adjustments).toEqual({ count: 0, items: [] });
  const approvedAdjustments = await client.ok(contract.adjustments, {
    token: approver.token,
    query: { status: 'APPROVED' },
  });
  expect(approvedAdjustments).toEqual([decision]);
});

test('the same key proposes an adjustment once, and a debit cannot exceed the balance', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const [first, second] = [await propose({ amount: -10 }, headers), await propose({ amount: -10 }, headers)];
  expect(second.body).toEqual(first.body);
  expect(first.body).toMatchObject({ kind: 'DEBIT', amount: -10 });
  expect((await getProblems()).adjustments.count).toBe(1);
  expect((await approve(first.body.id)).body.code).toBe('MORE_THAN_HELD');
  const { body } = await client.send(contract.declineAdjustment, {
    token: proposingAdmin.token,
    params: { id: first.body.id },
    body: {},
  });
  expect(body).toMatchObject({ status: 'DECLINED' });
  expect((await approve(first.body.id)).body.code).toBe('ADJUSTMENT_DECIDED');
});

test.each([
  [{ amount: 0 }, 'The amount must be a whole number of kindracoins, and not zero.'],
  [{ amount: 1.5 }, 'The amount must be a whole number of kindracoins, and not zero.'],
  [{ reason: ' ' }, 'Please say why.'],
  [{ profile: 'nobodyatall' }, 'The profile does not exist.'],
  [{ amount: -5, writeOff: true }, 'The amount to write off must be positive.'],
])('an adjustment of %j is refused', async (changes, message) => {
  expect((await propose(changes)).body.message).toBe(message);
});

test('staff cannot adjust their own wallet', async () => {
  const { status, body } = await propose({ profile: proposingAdmin.dataUser.id });
  expect([status, body.code]).toEqual([403, 'OWN_WALLET_ADJUSTED']);
});

/** Books a payment in suspense, because its owner is unknown. Returns the payment id. */
async function createUnknownPayment(amount: number): Promise<string> {
  const { handler, ids, clock } = api.foundation;
  const [paymentId, suspenseId] = [`pi_${randomUUID()}`, ids.next()];
  const result = await handler.handle(
    paymentDecider,
    paymentId,
    { type: 'BookUnknownPayment', paymentId, suspenseId, amount },
    {
      commandId: suspenseId,
      correlationId: ids.next(),
      actor: { kind: 'system', id: 'tests' },
      occurredAt: clock.now(),
    },
  );
  if (!result.accepted) throw new Error(result.rejection.message);
  await api.foundation.progress.waitFor(['journal'], result.position, WAIT_MS);
  return paymentId;
}

describe('identifying a payment in suspense', () => {
  const identify = (id: string, profile = owner.dataUser.nickname, { token } = proposingAdmin) =>
    client.send(contract.identifySuspense, {
      token,
      params: { id },
      body: { profile, reason: 'they sent the receipt' },
    });
  const declineAdjustment = (id: string, { token } = approver) =>
    client.send(contract.declineAdjustment, { token, params: { id }, body: {} });

  test('credits the wallet when another staff member approves it, like an adjustment', async () => {
    const id = await createUnknownPayment(400);
    const suspense = await client.ok(contract.suspense, { token: proposingAdmin.token });
    expect(suspense).toMatchObject([{ id, amount: 400, proposed: false }]);
    expect((await getProblems()).suspense).toEqual({ count: 1, total: 400, items: suspense });
    const { status, body: proposal } = await identify(id);
    expect([status, proposal]).toMatchObject([
      200,
      {
        kind: 'IDENTIFICATION',
        payment: id,
        amount: 400,
        status: 'OPEN',
        profile: { id: owner.dataUser.id },
      },
    ]);
    expect(await getWalletCoins()).toBe(0);
    expect(await client.ok(contract.adjustments, { token: approver.token })).toEqual([proposal]);
    expect((await getProblems()).suspense).toMatchObject({ count: 1, items: [{ id, proposed: true }] });
    const selfApproval = await approve(proposal.id, proposingAdmin);
    expect([selfApproval.status, selfApproval.body.code]).toEqual([403, 'SECOND_PERSON_NEEDED']);
    expect(await getWalletCoins()).toBe(0);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { body } = await approve(proposal.id);
      expect(body).toMatchObject({
        id: proposal.id,
        status: 'APPROVED',
        decidedBy: { id: approver.dataUser.id },
      });
      expect(await getWalletCoins()).toBe(400);
    }
    expect((await declineAdjustment(proposal.id)).body.code).toBe('ADJUSTMENT_DECIDED');
    expect((await identify(id)).body.code).toBe('PAYMENT_NOT_IN_SUSPENSE');
    expect((await getProblems()).suspense).toEqual({ count: 0, total: 0, items: [] });
  });

  test('credits once when many staff members approve at once', async () => {
    const { body: proposal } = await identify(await createUnknownPayment(300));
    const responses = await Promise.all(Array.from({ length: 8 }, () => approve(proposal.id)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await getWalletCoins()).toBe(300);
  });

  test('can be proposed once at a time and declined', async () => {
    const id = await createUnknownPayment(300);
    const { body: proposal } = await identify(id);
    expect((await identify(id)).body).toEqual(proposal);
    const otherUser = await registerNewUser(client);
    const competingProposal = await identify(id, otherUser.dataUser.id, approver);
    expect([competingProposal.status, competingProposal.body.code]).toEqual([400, 'IDENTIFICATION_WAITS']);
    expect((await declineAdjustment(proposal.id)).body).toMatchObject({ status: 'DECLINED' });
    expect((await approve(proposal.id)).body.code).toBe('ADJUSTMENT_DECIDED');
    expect(await getWalletCoins()).toBe(0);
    expect((await identify(id, otherUser.dataUser.id, approver)).status).toBe(200);
  });

  test('is refused for the staff member’s own wallet', async () => {
    const id = await createUnknownPayment(300);
    expect((await identify(id, proposingAdmin.dataUser.id)).body.code).toBe('OWN_WALLET_CREDITED');
    const { body: proposal } = await identify(id, approver.dataUser.id);
    const ownWalletApproval = await approve(proposal.id);
    expect([ownWalletApproval.status, ownWalletApproval.body.code]).toEqual([403, 'OWN_WALLET_CREDITED']);
  });
});

test('staff actions are listed newest first with actor, action and reason', async () => {
  const { id: postId } = await publishPost(client, owner.token);
  await client.ok(posts.deletePublication, { token: proposingAdmin.token, params: { id: postId } });
  const { id: ownPost } = await publishPost(client, proposingAdmin.token);
  await client.ok(posts.deletePublication, { token: proposingAdmin.token, params: { id: ownPost } });
  const { body: proposal } = await propose();
  await approve(proposal.id);
  const actions = await client.ok(audit.staffActions, { token: proposingAdmin.token });
  const person = { kind: 'profile', id: owner.dataUser.id, name: owner.dataUser.nickname };
  expect(actions).toMatchObject([
    {
      action: 'ADJUSTMENT_APPROVED',
      actor: { name: approver.dataUser.nickname },
      target: person,
      reason: 'checked',
    },
    { action: 'ADJUSTMENT_PROPOSED', actor: { name: proposingAdmin.dataUser.nickname }, target: person },
    { action: 'POST_DELETED', actor: { kind: 'staff' }, target: { kind: 'post', id: postId, name: null } },
    { action: 'STAFF_GRANTED', actor: { kind: 'operator', id: 'tests', name: null } },
    { action: 'STAFF_GRANTED', target: { id: proposingAdmin.dataUser.id } },
  ]);
  expect(actions).toHaveLength(5);
});

const readMetrics = async () =>
  Object.fromEntries(
    ((await api.foundation.metrics?.metrics()) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('kindra_') && !line.includes('{'))
      .map((line) => line.split(' ') as [string, string]),
  );

test('reports waiting refunds, uncredited payments and unbalanced entries', async () => {
  await buyCoins(api, client, owner.token, 1000);
  const creator = await registerNewUser(client);
  const id = await createActiveCrowdfunding(api, creator.dataUser.id);
  await client.ok(crowdfunding.donate, {
    token: owner.token,
    params: { crowdfundingId: id },
    query: { amount: 300 },
  } as never);
  await client.ok(crowdfunding.cancelCrowdfunding, { token: creator.token, params: { id } });
  const secret = await startPurchase(client, owner.token, 700);
  await pay(api, secret);
  const { pool } = api.database;
  const SELECT_WEBHOOK = `SELECT FROM private.webhooks WHERE strpos(convert_from(body, 'UTF8'), $1) > 0
    AND strpos(convert_from(body, 'UTF8'), 'payment_intent.succeeded') > 0`;
  await waitUntil(async () => (await pool.query(SELECT_WEBHOOK, [getPaymentId(secret)])).rowCount === 1);
  const problems = await getProblems();
  expect([problems.stuckSettlements.count, problems.uncredited.count, problems.unbalanced.count]).toEqual([
    0, 0, 0,
  ]);
  api.clock.advance(120_000);
  const { rows } = await pool.query(
    `UPDATE read.journal_postings SET debit = debit + 1 WHERE line = 0
     AND position = (SELECT min(position) FROM read.journal_entries) RETURNING position`,
  );
  await createUnknownPayment(40);
  expect(await getProblems()).toMatchObject({
    stuckSettlements: {
      count: 1,
      items: [{ crowdfunding: { id }, kind: 'REFUND', waiting: 1, amount: 300 }],
    },
    uncredited: { count: 1, items: [{ id: getPaymentId(secret), amount: 700 }] },
    unbalanced: {
      count: 1,
      items: [{ position: Number(rows[0].position), type: 'PURCHASE', debit: 1001, credit: 1000 }],
    },
  });
  await checkJournal(pool);
  expect((await getProblems()).unbalanced.items).toMatchObject([{ position: Number(rows[0].position) }]);
  const metrics = await readMetrics();
  expect(metrics).toMatchObject({
    kindra_refunds_waiting: '1',
    kindra_payments_uncredited: '1',
    kindra_suspense_coins: '40',
    kindra_ledger_unbalanced: '1',
  });
  expect(Number(metrics.kindra_refunds_oldest_seconds)).toBeGreaterThanOrEqual(119);
});

test('reports debts, which two staff members can write off', async () => {
  const secret = await startPurchase(client, owner.token, 500);
  await pay(api, secret);
  const { handler, ids, clock, progress } = api.foundation;
  const paymentId = getPaymentId(secret);
  await client.ok(payments.getPayment, { token: owner.token, params: { paymentIntentId: paymentId } });
  const { body: withdrawal } = await propose({ amount: -500 });
  await approve(withdrawal.id);
  const withdrawalId = ids.next();
  const result = await handler.handle(
    walletDecider,
    owner.dataUser.id,
    {
      type: 'WithdrawPurchase',
      accountId: owner.dataUser.id,
      withdrawalId,
      kind: 'chargeback',
      paymentId,
      providerId: 'dp_1',
      amount: 500,
    },
    {
      commandId: withdrawalId,
      correlationId: ids.next(),
      actor: { kind: 'system', id: 'tests' },
      occurredAt: clock.now(),
    },
  );
  await progress.waitFor(['wallets'], result.accepted ? result.position : 0, WAIT_MS);
  const { id, nickname } = owner.dataUser;
  const debt = { profile: { id, nickname }, amount: 500 };
  expect((await getProblems()).receivables).toEqual({ count: 1, total: 500, items: [debt] });
  const { body: excessiveWriteOff } = await propose({ amount: 501, writeOff: true });
  expect((await approve(excessiveWriteOff.id)).body.code).toBe('MORE_THAN_OWED');
  const { body: partialWriteOff } = await propose({ amount: 200, writeOff: true });
  expect((await approve(partialWriteOff.id)).body).toMatchObject({
    kind: 'WRITE_OFF',
    amount: 200,
    status: 'APPROVED',
  });
  expect((await getProblems()).receivables).toMatchObject({ count: 1, total: 300 });
});
