import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { createHandler, type Handler } from '../../handle.ts';
import { refuse } from '../../kernel/decider.ts';
import { type EventLog, EventLogUnavailable } from '../../ports/event-log.ts';
import type { Payment, PaymentDispute, PaymentRefund } from '../../ports/payments.ts';
import type { DonationTarget } from '../commands.ts';
import { walletDecider } from '../decide.ts';
import { amountNotPositive } from '../rules.ts';
import { paymentDecider } from './decide.ts';
import { createPaymentBooks, isRepaymentDue } from './payment-books.ts';
import { findDonationOutcome } from './planned-donation.ts';

const accountId = '01980000-0000-7000-8000-000000000001';
/** Id of an account that was never registered. */
const strangerId = '01980000-0000-7000-8000-000000000009';
const crowdfundingId = '01980000-0000-7000-8000-00000000000c';
const donationId = '01980000-0000-7000-8000-0000000000d0';
const staffId = '01980000-0000-7000-8000-000000000003';
const context = {
  correlationId: '01980000-0000-7000-9000-000000000000',
  actor: { kind: 'system', id: 'payments' },
  occurredAt: '2026-11-21T09:30:00.000Z',
} as const;

const createPayment = (changes: Partial<Payment> = {}): Payment => ({
  id: 'pi_1',
  status: 'succeeded',
  amount: 500,
  amountReceived: 500,
  amountRefunded: 0,
  currency: 'eur',
  refunds: [],
  disputes: [],
  accountId,
  metadata: {},
  createdAt: '2026-11-21T09:00:00.000Z',
  ...changes,
});
const refund = (state: PaymentRefund['state'], amount = 200, id = 're_1'): PaymentRefund => ({
  id,
  amount,
  state,
});
const dispute = (state: PaymentDispute['state'], amount = 500): PaymentDispute => ({
  id: 'dp_1',
  amount,
  state,
});

let idCount = 0;
const createNextId = () => {
  idCount += 1;
  return `01980000-0000-7000-8000-${idCount.toString(16).padStart(8, '0')}0000`;
};

function setUp(
  log: EventLog = createMemoryEventLog(),
  changes: Partial<DonationTarget> = {},
  handler = createHandler({ log }),
) {
  const target = { crowdfundingId, creatorId: staffId, acceptsDonations: true };
  const books = createPaymentBooks({
    handler,
    ids: { next: createNextId },
    isAccount: async (id) => id !== strangerId,
    findTarget: async () => ({ ...target, ...changes }),
  });
  return {
    log,
    books,
    handler,
    book: (changes?: Partial<Payment>) => books.book(createPayment(changes), context),
    bookUnknown: (changes?: Partial<Payment>) => books.bookUnknown(createPayment(changes), context),
    identify: async () => {
      const identificationIds = { paymentId: 'pi_1', adjustmentId: createNextId() } as const;
      for (const command of [
        { type: 'ProposeIdentification', ...identificationIds, accountId, staffId: strangerId },
        { type: 'ApproveIdentification', ...identificationIds, purchaseId: createNextId(), staffId },
      ] as const)
        await handler.handle(paymentDecider, 'pi_1', command, { ...context, commandId: createNextId() });
    },
    wallet: async () => {
      const { balance, owed } = (await handler.load(walletDecider, accountId)).state;
      return { balance, owed };
    },
    types: async () => (await log.readAll()).map(({ type }) => type),
  };
}

test('a payment is credited once, even for many concurrent requests', async () => {
  const { log, book, wallet, types } = setUp();
  const otherProcess = setUp(log);

  const bookingResults = await Promise.all(
    Array.from({ length: 100 }, (_, n) => (n % 2 ? book() : otherProcess.book())),
  );

  expect(new Set(bookingResults.map(({ outcome }) => outcome))).toEqual(new Set(['credited']));
  expect(await wallet()).toEqual({ balance: 500, owed: 0 });
  expect((await types()).sort()).toEqual(['CoinsPurchased', 'PaymentStarted']);
  expect((await log.readAll()).at(-1)?.data).toMatchObject({ source: 'clearing' });
});

test('a payment is credited to the account that started it, regardless of its metadata', async () => {
  const { book, handler, wallet } = setUp();
  const purchaseId = '01980000-0000-7000-8000-0000000000aa';
  const start = { type: 'StartPayment', paymentId: 'pi_1', purchaseId, accountId, amount: 500 } as const;
  await handler.handle(paymentDecider, 'pi_1', start, { ...context, commandId: staffId });

  expect(await book({ accountId: null })).toMatchObject({ outcome: 'credited', accountId });
  expect(await wallet()).toEqual({ balance: 500, owed: 0 });
});

test('a payment that has not succeeded is not credited yet', async () => {
  const { book, wallet } = setUp();
  expect(await book({ status: 'processing', amountReceived: 0 })).toEqual({ outcome: 'unpaid' });
  expect(await book({ accountId: null, id: 'pi_2', amountReceived: 0 })).toEqual({ outcome: 'unpaid' });
  expect(await wallet()).toEqual({ balance: 0, owed: 0 });
});

test('refunds and disputes are booked once each, also when they are reported before the payment', async () => {
  const { book, wallet, types } = setUp();
  const changes = {
    refunds: [refund('pending'), refund('succeeded', 50, 're_2')],
    disputes: [dispute('open')],
  };
  await book(changes);
  await book(changes);
  expect(await wallet()).toEqual({ balance: 0, owed: 250 });
  expect(await types()).toEqual([
    'PaymentStarted',
    'CoinsPurchased',
    'PurchaseRefunded',
    'PurchaseRefunded',
    'PurchaseChargedBack',
  ]);
});

test('a failed refund and a won dispute are returned', async () => {
  const { book, wallet } = setUp();
  await book({ refunds: [refund('pending')], disputes: [dispute('open', 300)] });
  expect(await wallet()).toEqual({ balance: 0, owed: 0 });
  await book({ refunds: [refund('failed')], disputes: [dispute('won', 300)] });
  await book({ refunds: [refund('failed')], disputes: [dispute('won', 300)] });
  expect(await wallet()).toEqual({ balance: 500, owed: 0 });
});

test('a withdrawal that was returned before it was seen leaves no trace', async () => {
  const { book, types } = setUp();
  await book({ refunds: [refund('failed')], disputes: [dispute('won')] });
  expect(await types()).toEqual(['PaymentStarted', 'CoinsPurchased']);
});

test('unidentified money is held in suspense until staff identify it', async () => {
  const { log, book, bookUnknown, identify, wallet, types } = setUp();
  expect(await book({ accountId: null })).toEqual({ outcome: 'unknown' });
  expect(await bookUnknown({ accountId: null })).toEqual({ outcome: 'suspended' });
  expect(await book({ accountId: null })).toEqual({ outcome: 'suspended' });
  await identify();
  expect(await book({ accountId: null })).toMatchObject({ outcome: 'credited', accountId });
  expect(await book({ accountId: null })).toMatchObject({ outcome: 'credited', accountId });
  expect(await wallet()).toEqual({ balance: 500, owed: 0 });
  expect(await types()).toEqual([
    'UnknownPaymentReceived',
    'IdentificationProposed',
    'UnknownPaymentIdentified',
    'CoinsPurchased',
  ]);
  expect((await log.readAll()).at(-1)?.data).toMatchObject({ source: 'suspense' });
});

test('money in suspense can be withdrawn and returned', async () => {
  const { bookUnknown, types } = setUp();
  await bookUnknown({ accountId: null, refunds: [refund('succeeded')] });
  await bookUnknown({ accountId: null, refunds: [refund('failed')] });
  await bookUnknown({ accountId: null, refunds: [refund('failed')] });
  expect(await types()).toEqual([
    'UnknownPaymentReceived',
    'UnknownPaymentWithdrawn',
    'UnknownPaymentReinstated',
  ]);
});

test('a payment of an unknown account is held in suspense', async () => {
  const { book, bookUnknown, identify, wallet, types } = setUp();
  expect(await book({ accountId: strangerId })).toEqual({ outcome: 'unknown' });
  expect(await types()).toEqual([]);
  expect(await bookUnknown({ accountId: strangerId })).toEqual({ outcome: 'suspended' });
  await identify();
  expect(await book({ accountId: strangerId })).toMatchObject({ outcome: 'credited', accountId });
  expect(await wallet()).toEqual({ balance: 500, owed: 0 });
  expect(await types()).toEqual([
    'UnknownPaymentReceived',
    'IdentificationProposed',
    'UnknownPaymentIdentified',
    'CoinsPurchased',
  ]);
});

test('a payment that was identified is not held in suspense', async () => {
  const { bookUnknown, wallet } = setUp();
  expect(await bookUnknown()).toMatchObject({ outcome: 'credited' });
  expect(await wallet()).toEqual({ balance: 500, owed: 0 });
});

test('an amount that Kindra never charges is unidentified, regardless of the metadata', async () => {
  const { book, bookUnknown } = setUp();
  expect(await book({ amount: 3, amountReceived: 3 })).toEqual({ outcome: 'unknown' });
  expect(await bookUnknown({ amount: 3, amountReceived: 3 })).toEqual({ outcome: 'suspended' });
});

test('a payment in another currency credits no coins', async () => {
  const { book, bookUnknown, types } = setUp();
  expect(await book({ currency: 'usd' })).toEqual({ outcome: 'foreign' });
  expect(await bookUnknown({ currency: 'usd' })).toEqual({ outcome: 'foreign' });
  expect(await types()).toEqual([]);
});

test.each([
  ['received', {}, true],
  ['partly refunded', { amountRefunded: 200 }, true],
  ['completely refunded', { amountRefunded: 500 }, false],
  ['withdrawn by a dispute', { disputes: [dispute('open', 500)] }, false],
  ['withdrawn by a refund and a dispute', { amountRefunded: 200, disputes: [dispute('lost', 300)] }, false],
  ['returned after a dispute', { disputes: [dispute('won', 500)] }, true],
  ['not received', { amountReceived: 0, status: 'processing' }, false],
] as const)('whether a payment in another currency that is %s must be paid back', (_name, changes, isDue) => {
  expect(isRepaymentDue(createPayment({ currency: 'usd', ...changes }))).toBe(isDue);
  expect(isRepaymentDue(createPayment(changes))).toBe(false);
});

test.each([0, 1, 2, 3])(
  'after an interruption behind %d appends, the next attempt completes the books',
  async (appends) => {
    const memory = createMemoryEventLog();
    let remainingAppends = appends;
    const append: EventLog['append'] = (...args) => {
      remainingAppends -= 1;
      return remainingAppends < 0
        ? Promise.reject(new EventLogUnavailable(new Error('cut')))
        : memory.append(...args);
    };
    const changes = { refunds: [refund('succeeded')], disputes: [dispute('lost', 300)] };
    await setUp({ ...memory, append })
      .book(changes)
      .catch(() => undefined);

    const laterProcess = setUp(memory);
    await laterProcess.book(changes);

    expect(await laterProcess.wallet()).toEqual({ balance: 0, owed: 0 });
    expect(await laterProcess.types()).toEqual([
      'PaymentStarted',
      'CoinsPurchased',
      'PurchaseRefunded',
      'PurchaseChargedBack',
    ]);
  },
);

describe('a donation that is planned with a purchase', () => {
  const purchaseId = '01980000-0000-7000-8000-0000000000aa';
  const plan = (amount: number) => ({ donationId, crowdfundingId, amount });

  async function setUpPlan(amount: number, changes: Partial<DonationTarget> = {}) {
    const world = setUp(createMemoryEventLog(), changes);
    const start = { type: 'StartPayment', paymentId: 'pi_1', purchaseId, accountId, amount: 500 } as const;
    await world.handler.handle(
      paymentDecider,
      'pi_1',
      { ...start, donation: plan(amount) },
      { ...context, commandId: purchaseId },
    );
    return world;
  }

  test('is made once when the payment is credited, however often it is booked', async () => {
    const { log, book, wallet, types } = await setUpPlan(400);
    const otherProcess = setUp(log);
    await book({ status: 'processing', amountReceived: 0 });
    expect(await types()).toEqual(['PaymentStarted']);

    await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? book() : otherProcess.book())));

    expect(await types()).toEqual(['PaymentStarted', 'CoinsPurchased', 'CoinsDonated']);
    expect(await wallet()).toEqual({ balance: 100, owed: 0 });
  });

  test('is made by the next booking after a crash behind the credit', async () => {
    const { handler, log, book, types } = await setUpPlan(400);
    const credit = { type: 'PurchaseCoins', accountId, purchaseId, paymentId: 'pi_1', amount: 500 } as const;
    await handler.handle(
      walletDecider,
      accountId,
      { ...credit, source: 'clearing' },
      { ...context, commandId: purchaseId },
    );

    const result = await book();
    expect(result).toMatchObject({
      outcome: 'credited',
      eventTypes: expect.arrayContaining(['CoinsDonated']),
      position: await log.head(),
    });

    expect(await types()).toEqual(['PaymentStarted', 'CoinsPurchased', 'CoinsDonated']);
  });

  test.each([
    ['the campaign has ended', 400, { acceptsDonations: false }, 'NO_DONATIONS_ACCEPTED'],
    ['the coins are not enough', 600, {}, 'INSUFFICIENT_COINS'],
    ['the campaign is of the donor', 400, { creatorId: accountId }, 'OWN_CROWDFUNDING_DONATION'],
  ])('is rejected permanently when %s, and the coins stay', async (_name, amount, changes, code) => {
    const { log, book, wallet } = await setUpPlan(amount, changes);
    const open = setUp(log);

    await book();
    await open.book();

    const events = await log.readAll();
    expect(events.map(({ type }) => type)).toEqual([
      'PaymentStarted',
      'CoinsPurchased',
      'PlannedDonationRefused',
    ]);
    expect(events[2]?.data).toMatchObject({ donationId, crowdfundingId, amount, code });
    expect(await wallet()).toEqual({ balance: 500, owed: 0 });
  });

  test('is not rejected by a process that overlooks that another one has made it', async () => {
    const { log, book } = await setUpPlan(400);
    const append: EventLog['append'] = async (stream, events, expected) => {
      if (events.some(({ type }) => type === 'PlannedDonationRefused')) await book();
      return log.append(stream, events, expected);
    };
    const late = setUp({ ...log, append }, { acceptsDonations: false });

    expect(await late.book()).toMatchObject({ outcome: 'credited' });

    const { state } = await late.handler.load(walletDecider, accountId);
    expect([state.balance, findDonationOutcome(state, donationId)]).toEqual([100, { status: 'made' }]);
    expect(await late.types()).toEqual(['PaymentStarted', 'CoinsPurchased', 'CoinsDonated']);
  });

  test('is kept when an unpaid payment is booked before its start is recorded', async () => {
    const { book, handler, types } = setUp();
    expect(await book({ status: 'processing', amountReceived: 0 })).toEqual({ outcome: 'unpaid' });
    const start = { type: 'StartPayment', paymentId: 'pi_1', purchaseId, accountId, amount: 500 } as const;
    const command = { ...start, donation: plan(400) };
    await handler.handle(paymentDecider, 'pi_1', command, { ...context, commandId: purchaseId });

    await book();

    expect(await types()).toEqual(['PaymentStarted', 'CoinsPurchased', 'CoinsDonated']);
  });

  test('is reported with the id of its payment when its refusal cannot be recorded', async () => {
    const { log, handler } = await setUpPlan(600);
    const handle: Handler['handle'] = async (decider, id, command, commandContext) =>
      (command as { readonly type: string }).type === 'RefusePlannedDonation'
        ? refuse(amountNotPositive)
        : handler.handle(decider, id, command, commandContext);
    const { book } = setUp(log, {}, { ...handler, handle });

    await expect(book()).rejects.toThrow('the booking of payment pi_1 was refused');
  });

  test('is rejected when the provider has taken the money back', async () => {
    const { book, types, wallet } = await setUpPlan(400);
    await book({ disputes: [dispute('open')] });
    expect(await types()).toEqual([
      'PaymentStarted',
      'CoinsPurchased',
      'PurchaseChargedBack',
      'PlannedDonationRefused',
    ]);
    expect(await wallet()).toEqual({ balance: 0, owed: 0 });
  });
});
