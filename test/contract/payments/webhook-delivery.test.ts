import { randomUUID } from 'node:crypto';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { waitForResult } from '../../support/wait.ts';
import { openSite, type Site } from './simulator-site.ts';

let database: TestDatabase;
let site: Site;

beforeEach(async () => {
  database = await createDatabase();
  site = await openSite({ pool: database.pool, settleAfterMs: 3_600_000, concurrentDeliveries: 1 });
});
afterEach(async () => {
  await site.close();
  await database.drop();
});

const createPaidPayment = async (card = 'visa'): Promise<string> => {
  const { id } = await site.payments.start({
    accountId: randomUUID(),
    amount: 1000,
    idempotencyKey: randomUUID(),
  });
  await site.stripe.paymentIntents.confirm(id, { payment_method: `pm_card_${card}` });
  return id;
};

const waitForKinds = (count: number) => waitForResult(site.kinds, (kinds) => kinds.length >= count);

/** Returns the number of webhooks that are waiting for delivery or held back. */
const countPendingWebhooks = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM simulator.deliveries WHERE state IN ('waiting', 'held')`,
  );
  return rows[0]?.count ?? 0;
};

const waitForDelivery = () => waitForResult(countPendingWebhooks, (count) => count === 0);

const holdDeliveries = () => site.controls.planDeliveries(() => ['held']);

test('each event is delivered, signed and in order', async () => {
  const id = await createPaidPayment();
  await site.stripe.refunds.create({ payment_intent: id, amount: 100 });
  await waitForDelivery();
  expect(site.received.map(({ type }) => type)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'refund.created',
    'charge.refunded',
  ]);
});

test('disputes are delivered', async () => {
  const id = await createPaidPayment('createDispute');
  await waitForKinds(3);
  const disputeId = (await site.payments.retrieve(id))?.disputes[0]?.id ?? '';
  await site.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'winning_evidence' } });
  await waitForDelivery();
  expect(site.kinds()).toEqual([
    'succeeded',
    'dispute_opened',
    'dispute_opened',
    'dispute_won',
    'dispute_won',
  ]);
});

test('a slow payment is delivered twice', async () => {
  await createPaidPayment('simulator_needsTimeThenDeclines');
  await site.controls.settle();
  await waitForDelivery();
  expect(site.kinds()).toEqual(['processing', 'failed']);
});

test('a failed refund is delivered', async () => {
  const id = await createPaidPayment('refundFail');
  await site.stripe.refunds.create({ payment_intent: id, amount: 100 });
  await site.controls.settle();
  await waitForDelivery();
  expect(site.kinds()).toEqual([
    'succeeded',
    'refund_changed',
    'refunded',
    'refund_changed',
    'refund_failed',
  ]);
});

test('a refund that is canceled while pending is delivered and moves no money', async () => {
  const id = await createPaidPayment('pendingRefund');
  const refund = await site.stripe.refunds.create({ payment_intent: id, amount: 100 });
  expect(await site.payments.retrieve(id)).toMatchObject({ amountRefunded: 100 });
  expect(await site.stripe.refunds.cancel(refund.id)).toMatchObject({ status: 'canceled' });
  await expect(site.stripe.refunds.cancel(refund.id)).rejects.toThrow('cannot be canceled');
  await waitForDelivery();
  expect(site.kinds()).toEqual(['succeeded', 'refund_changed', 'refunded', 'refund_changed']);
  expect(await site.payments.retrieve(id)).toMatchObject({ amountRefunded: 0 });
});

test('a webhook that is not accepted is delivered again', async () => {
  let remainingRefusals = 2;
  site.answerWith(() => (remainingRefusals-- > 0 ? 500 : 200));
  site.controls.planDeliveries(({ type }) => (type === 'payment_intent.succeeded' ? ['now'] : []));
  await createPaidPayment();
  await waitForDelivery();
  expect(site.kinds()).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect(new Set(site.received.map(({ id }) => id)).size).toBe(1);
});

test('webhooks can be delivered a hundred times', async () => {
  site.controls.planDeliveries(({ type }) =>
    type === 'payment_intent.succeeded' ? Array(100).fill('now') : [],
  );
  await createPaidPayment();
  await waitForDelivery();
  expect(site.kinds()).toHaveLength(100);
  expect(new Set(site.received.map(({ id }) => id)).size).toBe(1);
});

test('webhooks can be late, in any order or missing', async () => {
  holdDeliveries();
  const id = await createPaidPayment();
  await site.stripe.refunds.create({ payment_intent: id });
  expect(site.received).toEqual([]);
  await site.controls.release((held) => held.filter(({ type }) => type !== 'charge.succeeded').toReversed());
  await waitForResult(
    () => site.received.length,
    (count) => count === 4,
  );
  expect(site.received.map(({ type }) => type)).toEqual([
    'charge.refunded',
    'refund.created',
    'payment_intent.succeeded',
    'payment_intent.created',
  ]);
  await waitForResult(countPendingWebhooks, (count) => count === 1);
});

test('webhooks can be delayed', async () => {
  let plannedAt = Number.POSITIVE_INFINITY;
  site.controls.planDeliveries(({ type }) => {
    if (type !== 'payment_intent.succeeded') return [];
    plannedAt = Date.now();
    return [500];
  });
  await createPaidPayment();
  await waitForKinds(1);
  expect(Date.now() - plannedAt).toBeGreaterThanOrEqual(500);
});

test('webhooks can be delivered before the response to their cause', async () => {
  site.controls.beforeResponse(async ({ path }) => {
    if (path.endsWith('/confirm')) await waitForKinds(1);
  });
  await createPaidPayment();
  expect(site.kinds()).toEqual(['succeeded']);
});
