import { createIdSource } from '../../../adapters/clock.ts';
import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { createWebhookStore } from '../../../adapters/private-data/webhooks.ts';
import { createBookingContext, createEventLogPaymentBooks } from '../../../application/payment-books.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { createHandler } from '../../../domain/handle.ts';
import { type Payment, type Payments, PaymentsUnavailable } from '../../../domain/ports/payments.ts';
import type { Webhooks } from '../../../domain/ports/webhooks.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import { createWebhookDrain } from '../../../workers/payments/webhooks.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { waitUntil } from '../../support/wait.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const BUYER = '01980000-0000-7000-8000-000000000001';
const PAID_PAYMENT: Payment = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 100,
  amountReceived: 100,
  amountRefunded: 0,
  currency: 'eur',
  refunds: [],
  disputes: [],
  accountId: BUYER,
  metadata: {},
  createdAt: NOW,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Creates a system with an empty log, whose webhooks all refer to `pi_1`. Returns it and the errors that it logs. */
function createSystem(webhooks: Webhooks, retrieve: Payments['retrieve']) {
  const payments: Pick<Payments, 'retrieve' | 'parseStoredWebhook'> = {
    parseStoredWebhook: () => ({ id: 'evt_1', kind: 'refunded', paymentId: 'pi_1' }) as never,
    retrieve,
  };
  const handler = createHandler({ log: createMemoryEventLog() });
  const ids = createIdSource();
  const errors: unknown[] = [];
  const system = {
    paymentBooks: createEventLogPaymentBooks({ handler, ids }),
    payments: payments as Payments,
    privateData: { webhooks },
    clock: { now: () => NOW },
    ids,
    logger: { info: () => {}, error: (...line: readonly unknown[]) => void errors.push(line) },
  };
  return { system, handler, errors };
}

test('a webhook whose payment cannot be read is kept and processed later', async () => {
  const webhooks = createWebhookStore(database.pool);
  let isDown = true;
  const { system, handler } = createSystem(webhooks, async () => {
    if (isDown) throw new PaymentsUnavailable('it is down');
    return PAID_PAYMENT;
  });
  const person = { role: 'USER', nickname: 'buyer', profileName: 'Buyer', category: null } as const;
  const registration = { type: 'RegisterAccount', accountId: BUYER, ...person } as const;
  await handler.handle(accountDecider, BUYER, registration, {
    ...createBookingContext(NOW, BUYER),
    commandId: BUYER,
  });
  await webhooks.save('evt_1', Buffer.from('{}'));
  const drain = createWebhookDrain(system);
  const { signal } = new AbortController();

  await drain(signal);
  expect(await webhooks.count()).toBe(1);

  isDown = false;
  await waitUntil(async () => {
    await drain(signal);
    return (await webhooks.count()) === 0;
  });
  expect((await handler.load(walletDecider, BUYER)).state.balance).toBe(100);
});

test.each([
  ['with money held', { amountRefunded: 99 }, [[{ paymentId: 'pi_1' }, 'payment not in euro']]],
  ['unpaid', { amountReceived: 0, status: 'processing' }, []],
  ['completely refunded', { amountRefunded: 100 }, []],
] as const)(
  'reports a payment in another currency only with money held: %s',
  async (_name, changes, lines) => {
    const webhooks = createWebhookStore(database.pool);
    const { system, errors } = createSystem(webhooks, async () => ({
      ...PAID_PAYMENT,
      currency: 'usd',
      ...changes,
    }));
    await webhooks.save(system.ids.next(), Buffer.from('{}'));

    await createWebhookDrain(system)(new AbortController().signal);

    expect(errors).toEqual(lines);
    expect(await webhooks.count()).toBe(0);
  },
);
