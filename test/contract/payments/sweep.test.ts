import { Command } from 'commander';
import { createIdSource } from '../../../adapters/clock.ts';
import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { createBookingContext, createEventLogPaymentBooks } from '../../../application/payment-books.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { createHandler, type Handler } from '../../../domain/handle.ts';
import { addMs } from '../../../domain/kernel/ids.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import {
  type Payment,
  type PaymentNotice,
  type Payments,
  PaymentsUnavailable,
  type ProviderPage,
} from '../../../domain/ports/payments.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import type { Console } from '../../../workers/cli/console.ts';
import { addPayments } from '../../../workers/cli/payments.ts';
import { sweepPayments } from '../../../workers/payments/sweep.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const BUYER = '01980000-0000-7000-8000-000000000001';
const subtractMinutes = (minutes: number): string =>
  new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

const createPayment = (n: number, changes: Partial<Payment> = {}): Payment => ({
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
  createdAt: subtractMinutes(60),
  ...changes,
});
const createNotice = (paymentId: string): PaymentNotice => ({
  id: `evt_${paymentId}`,
  kind: 'succeeded',
  type: 'payment_intent.succeeded',
  createdAt: NOW,
  paymentId,
  amount: 100,
  currency: 'eur',
  accountId: BUYER,
});

/** Returns a page of at most two items. */
function getPage<Item>(items: readonly Item[], after = '0'): Promise<ProviderPage<Item>> {
  const end = Number(after) + 2;
  return Promise.resolve({
    items: items.slice(Number(after), end),
    next: end < items.length ? String(end) : null,
  });
}

/** Id of an account whose wallet cannot be loaded. */
const UNREADABLE_ACCOUNT = '01980000-0000-7000-8000-000000000002';

/** Creates a handler for an empty log. Loading the wallet of `UNREADABLE_ACCOUNT` fails. */
function createPaymentsHandler(log: EventLog): Handler {
  const handler = createHandler({ log });
  return {
    ...handler,
    load: async (decider, id) => {
      if (decider.category === 'wallet' && id === UNREADABLE_ACCOUNT)
        throw new Error('the wallet cannot be read');
      return handler.load(decider, id);
    },
  };
}

/** Creates a system whose payment provider lists some payments and reports others in notices. */
async function createSystem(listedPayments: readonly Payment[], noticedPayments: readonly Payment[] = []) {
  const log = createMemoryEventLog();
  const handler = createPaymentsHandler(log);
  const ids = createIdSource();
  const paymentsById = new Map(
    [...listedPayments, ...noticedPayments].map((payment) => [payment.id, payment]),
  );
  const payments: Pick<Payments, 'list' | 'listNotices' | 'retrieve'> = {
    list: ({ after }) => getPage(listedPayments, after),
    listNotices: ({ after }) =>
      getPage(
        noticedPayments.map(({ id }) => createNotice(id)),
        after,
      ),
    retrieve: async (id) => paymentsById.get(id) ?? null,
  };
  const system = {
    log,
    handler,
    ids,
    paymentBooks: createEventLogPaymentBooks({ handler, ids }),
    clock: { now: () => NOW },
    logger: { info: () => {}, error: () => {} },
    payments: payments as { -readonly [Call in keyof Payments]: Payments[Call] },
    privateData: { webhooks: undefined as never },
  };
  const person = { role: 'USER', nickname: 'buyer', profileName: 'Buyer', category: null } as const;
  for (const accountId of [BUYER, UNREADABLE_ACCOUNT])
    await handler.handle(
      accountDecider,
      accountId,
      { type: 'RegisterAccount', accountId, ...person },
      { ...createBookingContext(NOW, accountId), commandId: accountId },
    );
  return system;
}

const getBalance = async ({ handler }: { readonly handler: Handler }): Promise<number> =>
  (await handler.load(walletDecider, BUYER)).state.balance;

/** Sweeps twice. Returns both reports and the buyer's balance. */
async function sweepTwice(listedPayments: readonly Payment[], noticedPayments: readonly Payment[] = []) {
  const system = await createSystem(listedPayments, noticedPayments);
  const reports = [
    await sweepPayments(system, subtractMinutes(600)),
    await sweepPayments(system, subtractMinutes(600)),
  ];
  return { reports, balance: await getBalance(system) };
}

test('every page of payments is booked once', async () => {
  const { reports, balance } = await sweepTwice([1, 2, 3, 4, 5].map((n) => createPayment(n)));
  expect(balance).toBe(500);
  expect(reports).toMatchObject([{ seen: { credited: 5 } }, { seen: { credited: 5 } }]);
});

test('older payments with notices are booked on every page, none twice', async () => {
  const { reports, balance } = await sweepTwice(
    [createPayment(1)],
    [1, 2, 3, 4].map((n) => createPayment(n)),
  );
  expect(balance).toBe(400);
  expect(reports).toMatchObject([{ seen: { credited: 4 } }, { seen: { credited: 4 } }]);
});

test('each booking has its own time, and all bookings of a sweep share a correlation id', async () => {
  const system = await createSystem([createPayment(1), createPayment(2)]);
  let minutes = 0;
  system.clock.now = () => addMs(NOW, ++minutes * 60_000);

  await sweepPayments(system, subtractMinutes(600));

  const [first, second] = (await system.log.readAll()).filter(({ type }) => type === 'CoinsPurchased');
  expect(first?.metadata.occurredAt).toBe(addMs(NOW, 60_000));
  expect(second?.metadata.occurredAt).toBe(addMs(NOW, 120_000));
  expect(second?.metadata.correlationId).toBe(first?.metadata.correlationId);
});

test('unidentified money is held in suspense when it is 15 minutes old', async () => {
  const [young, old] = [14, 15].map((age, n) =>
    createPayment(n, { accountId: null, createdAt: subtractMinutes(age) }),
  );
  const { reports, balance } = await sweepTwice([young, old] as Payment[]);
  expect(reports[0]?.seen).toMatchObject({ unknown: 1, suspended: 1 });
  expect(balance).toBe(0);
});

const unpaidPayment = createPayment(1, { amountReceived: 0, status: 'processing' });
const foreignPayment = createPayment(2, { currency: 'usd' });
/** Payments in another currency of which no money is held. */
const returnedPayments = [
  createPayment(3, { currency: 'usd', amountReceived: 0, status: 'requires_payment_method' }),
  createPayment(4, { currency: 'usd', amountRefunded: 100 }),
];

test('unpaid payments and other currencies are counted separately', async () => {
  const { reports } = await sweepTwice([unpaidPayment, foreignPayment, ...returnedPayments]);
  expect(reports[0]).toEqual({
    seen: { credited: 0, unpaid: 1, suspended: 0, unknown: 0, foreign: 3 },
    failures: [],
    failed: 0,
    foreign: ['pi_2'],
    foreignHeld: 1,
  });
});

test('logs an error for payments in another currency that must be paid back', async () => {
  const system = await createSystem([unpaidPayment, foreignPayment, ...returnedPayments]);
  const lines: unknown[] = [];
  const logger = { ...system.logger, error: (...line: readonly unknown[]) => void lines.push(line) };
  await sweepPayments({ ...system, logger }, subtractMinutes(600));
  expect(lines).toEqual([[{ paymentId: 'pi_2' }, 'payment not in euro']]);
});

test('a payment that cannot be booked is reported and does not delay others', async () => {
  const { reports, balance } = await sweepTwice(
    [createPayment(1, { accountId: UNREADABLE_ACCOUNT }), createPayment(2)],
    [createPayment(3)],
  );
  expect(balance).toBe(200);
  expect(reports[0]).toMatchObject({
    seen: { credited: 2 },
    failures: [{ paymentId: 'pi_1', message: 'the wallet cannot be read' }],
  });
});

/** More unbookable payments than a report can list, and one older payment that can be booked. */
const unbookablePayments = [
  ...Array.from({ length: 101 }, (_, n) => createPayment(n, { accountId: UNREADABLE_ACCOUNT })),
  createPayment(200, { createdAt: subtractMinutes(120) }),
];

test('any number of failing payments does not delay older ones, and all are counted', async () => {
  const { reports, balance } = await sweepTwice(unbookablePayments);
  expect(balance).toBe(100);
  expect(reports[0]).toMatchObject({ seen: { credited: 1 }, failed: 101 });
  expect(reports[0]?.failures).toHaveLength(100);
});

/** Runs `kindra payments reconcile` on a system that `createSystem` returned. */
async function runReconciliation(
  system: Awaited<ReturnType<typeof createSystem>>,
  args: readonly string[] = [],
) {
  const abortController = new AbortController();
  const lines: string[] = [];
  const console = { print: (line: string) => void lines.push(line) } as Console;
  const program = new Command();
  const progress = { waitFor: async () => true };
  let status: number | null = null;
  addPayments(program, {
    console,
    signal: abortController.signal,
    operator: { kind: 'operator', id: 'tests' },
    withSystem: async (work) => {
      status = await work({ ...system, progress } as never);
    },
  });
  const run = program.parseAsync(['payments', 'reconcile', '--yes', ...args], { from: 'user' });
  return { run, lines, status: () => status, stop: () => abortController.abort(new Error('stopped')) };
}

test('reconciling reports how many could not be booked and lists the first ones', async () => {
  const { run, lines, status } = await runReconciliation(await createSystem(unbookablePayments));
  await run;
  expect(status()).toBe(1);
  const text = lines.join('\n');
  expect(text).toContain('1 credited');
  expect(text).toContain('101 could not be booked. Fix the cause and repeat the command. The first 100:');
});

test('reconciling lists payments in another currency and fails', async () => {
  const system = await createSystem([unpaidPayment, foreignPayment]);
  const table = await runReconciliation(system);
  await table.run;
  expect(table.status()).toBe(1);
  expect(table.lines.join('\n')).toContain(
    '1 not in euro and not completely refunded. Refund the rest at the provider.\n\npayment\npi_2',
  );
  const json = await runReconciliation(system, ['--json']);
  await json.run;
  expect(JSON.parse(json.lines.join(''))).toMatchObject({ seen: { foreign: 1 }, foreign: ['pi_2'] });
});

test('reconciling succeeds when payments in another currency are unpaid or completely refunded', async () => {
  const { run, lines, status } = await runReconciliation(await createSystem(returnedPayments));
  await run;
  expect(status()).toBe(0);
  expect(lines.join('\n')).toContain('2 foreign');
  expect(lines.join('\n')).not.toContain('not in euro');
});

test.each(['stopped', 'left by the provider'])(
  'reconciling that is %s half-way lists what it has booked and fails',
  async (reason) => {
    const system = await createSystem([createPayment(1), createPayment(2), createPayment(3)]);
    const { list } = system.payments;
    let stop = (): void => {};
    system.payments.list = async (page) => {
      if (!page.after) return list(page);
      if (reason !== 'stopped') throw new PaymentsUnavailable('it is down');
      stop();
      return list(page);
    };
    const { run, lines, stop: onStop } = await runReconciliation(system, ['--json']);
    stop = onStop;
    await expect(run).rejects.toThrow(reason === 'stopped' ? 'stopped' : 'it is down');
    expect(JSON.parse(lines.join(''))).toMatchObject({
      complete: false,
      // A stopped command does not wait for the read models.
      ...(reason === 'stopped' && { visible: null }),
      seen: { credited: 2 },
      booked: [{ paymentId: 'pi_1' }, { paymentId: 'pi_2' }],
    });
  },
);

test('reconciling that ends early reports it', async () => {
  const system = await createSystem([createPayment(1), createPayment(2), createPayment(3)]);
  const { list } = system.payments;
  system.payments.list = (page) =>
    page.after ? Promise.reject(new PaymentsUnavailable('it is down')) : list(page);
  const { run, lines } = await runReconciliation(system);
  await expect(run).rejects.toThrow(PaymentsUnavailable);
  const text = lines.join('\n');
  expect(text).toContain('2 missing bookings were made:');
  expect(text).toContain('The command ended before all payments were checked. Repeat it.');
});
