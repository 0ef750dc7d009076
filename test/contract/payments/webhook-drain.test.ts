import { createIdSource } from '../../../adapters/clock.ts';
import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { createWebhookStore } from '../../../adapters/private-data/webhooks.ts';
import { createBookingContext, createEventLogPaymentBooks } from '../../../application/payment-books.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { createHandler } from '../../../domain/handle.ts';
import { type Payment, type Payments, PaymentsUnavailable } from '../../../domain/ports/payments.ts';
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

test('a webhook whose payment cannot be read is kept and processed later', async () => {
  const webhooks = createWebhookStore(database.pool);
  let isDown = true;
  const payments: Pick<Payments, 'retrieve' | 'parseStoredWebhook'> = {
    parseStoredWebhook: () => ({ id: 'evt_1', kind: 'refunded', paymentId: 'pi_1' }) as never,
    retrieve: async () => {
      if (isDown) throw new PaymentsUnavailable('it is down');
      return PAID_PAYMENT;
    },
  };
  const handler = createHandler({ log: createMemoryEventLog() });
  const ids = createIdSource();
  const system = {
    paymentBooks: createEventLogPaymentBooks({ handler, ids }),
    payments: payments as Payments,
    privateData: { webhooks },
    clock: { now: () => NOW },
    ids,
    logger: { info: () => {}, error: () => {} },
  };
  const person = { role: 'USER', nickname: 'buyer', profileName: 'Buyer', category: null } as const;
  const registration = { type: 'RegisterAccount', accountId: BUYER, ...person } as const;
  await handler.handle(accountDecider, BUYER, registration, {
    ...createBookingContext(system, BUYER),
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
