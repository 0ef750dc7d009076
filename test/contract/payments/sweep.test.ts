import { createIdSource } from '../../../adapters/clock.ts';
import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { createHandler, type Handler } from '../../../domain/handle.ts';
import type { Payment, PaymentNotice, PaymentPage, Payments } from '../../../domain/ports/payments.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import { sweepPayments } from '../../../workers/payments/sweep.ts';
import { bookingContext } from '../../../workers/payments/system.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const BUYER = '01980000-0000-7000-8000-000000000001';
const minutesAgo = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

const payment = (n: number, over: Partial<Payment> = {}): Payment => ({
  id: `pi_${n}`,
  status: 'succeeded',
  amount: 100,
  amountReceived: 100,
  amountRefunded: 0,
  currency: 'eur',
  refunds: [],
  disputes: [],
  accountId: BUYER,
  metadata: {},
  createdAt: minutesAgo(60),
  ...over,
});
const notice = (paymentId: string): PaymentNotice => ({
  id: `evt_${paymentId}`,
  kind: 'succeeded',
  type: 'payment_intent.succeeded',
  createdAt: NOW,
  paymentId,
  amount: 100,
  currency: 'eur',
  accountId: BUYER,
});

/** A list in pages of two. */
function paged<Item>(items: readonly Item[], after = '0'): Promise<PaymentPage<Item>> {
  const end = Number(after) + 2;
  return Promise.resolve({
    items: items.slice(Number(after), end),
    next: end < items.length ? String(end) : null,
  });
}

/** An account whose wallet cannot be read. */
const UNREADABLE = '01980000-0000-7000-8000-000000000002';

/** A handler on an empty log, which fails on one wallet. */
function newHandler(): Handler {
  const handler = createHandler({ log: createMemoryEventLog() });
  return {
    ...handler,
    load: async (decider, id) => {
      if (decider.category === 'wallet' && id === UNREADABLE) throw new Error('the wallet cannot be read');
      return handler.load(decider, id);
    },
  };
}

/** Sweeps a provider that lists some payments and tells of others. */
async function swept(listed: readonly Payment[], told: readonly Payment[] = []) {
  const handler = newHandler();
  const all = new Map([...listed, ...told].map((one) => [one.id, one]));
  const payments: Pick<Payments, 'list' | 'listNotices' | 'retrieve'> = {
    list: ({ after }) => paged(listed, after),
    listNotices: ({ after }) =>
      paged(
        told.map(({ id }) => notice(id)),
        after,
      ),
    retrieve: async (id) => all.get(id) ?? null,
  };
  const system = {
    handler,
    ids: createIdSource(),
    clock: { now: () => NOW },
    logger: { info: () => {}, error: () => {} },
    payments: payments as Payments,
    privateData: { webhooks: undefined as never },
  };
  const person = { role: 'USER', nickname: 'buyer', profileName: 'Buyer', category: null } as const;
  for (const accountId of [BUYER, UNREADABLE])
    await handler.handle(
      accountDecider,
      accountId,
      { type: 'RegisterAccount', accountId, ...person },
      { ...bookingContext(system, accountId), commandId: accountId },
    );
  const reports = [
    await sweepPayments(system, minutesAgo(600)),
    await sweepPayments(system, minutesAgo(600)),
  ];
  return { reports, balance: (await handler.load(walletDecider, BUYER)).state.balance };
}

test('every page of payments is booked, once', async () => {
  const { reports, balance } = await swept([1, 2, 3, 4, 5].map((n) => payment(n)));
  expect(balance).toBe(500);
  expect(reports).toMatchObject([{ seen: { credited: 5 } }, { seen: { credited: 5 } }]);
});

test('older payments that something was told of are booked, on every page, and none twice', async () => {
  const { reports, balance } = await swept(
    [payment(1)],
    [1, 2, 3, 4].map((n) => payment(n)),
  );
  expect(balance).toBe(400);
  expect(reports).toMatchObject([{ seen: { credited: 4 } }, { seen: { credited: 4 } }]);
});

test('money that nobody started a payment for is set aside when it is a quarter of an hour old', async () => {
  const [young, old] = [14, 15].map((age, n) => payment(n, { accountId: null, createdAt: minutesAgo(age) }));
  const { reports, balance } = await swept([young, old] as Payment[]);
  expect(reports[0]?.seen).toMatchObject({ unknown: 1, suspended: 1 });
  expect(balance).toBe(0);
});

test('what is not paid, and what is no euro, is told apart', async () => {
  const { reports } = await swept([
    payment(1, { amountReceived: 0, status: 'processing' }),
    payment(2, { currency: 'usd' }),
  ]);
  expect(reports[0]).toEqual({
    seen: { credited: 0, unpaid: 1, suspended: 0, unknown: 0, foreign: 1 },
    failures: [],
  });
});

test('a payment that cannot be booked is told, and holds up no other', async () => {
  const { reports, balance } = await swept([payment(1, { accountId: UNREADABLE }), payment(2)], [payment(3)]);
  expect(balance).toBe(200);
  expect(reports[0]).toMatchObject({
    seen: { credited: 2 },
    failures: [{ paymentId: 'pi_1', message: 'the wallet cannot be read' }],
  });
});
