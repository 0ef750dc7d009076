import { walletDecider } from '../../../domain/wallet/decide.ts';
import { getPaymentId, pay, startPurchase, sweep, waitUntilSettled } from '../../http/support/coins.ts';
import { registerNewUser } from '../../http/support/people.ts';
import { api, client, setUpTestApi } from '../../http/support/shared-api.ts';

/** Test card number whose refunds stay pending for days. */
const PENDING_REFUND_CARD = '4000000000007726';

setUpTestApi();

/** Posts to the provider's API with the secret key. Returns the id in the response. */
async function postToProvider(path: string, form: Readonly<Record<string, string>> = {}): Promise<string> {
  const { rows } = await api.database.pool.query<{ key: string }>(
    'SELECT secret_key AS key FROM simulator.keys',
  );
  const response = await fetch(`${api.url}${api.foundation.payments.config.apiBase}/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${rows[0]?.key}` },
    body: new URLSearchParams(form),
  });
  const { id } = (await response.json()) as { readonly id?: string };
  if (!response.ok || !id) throw new Error(`${path} was answered with ${response.status}`);
  return id;
}

/** Buys 500 coins, backdates the payment by ten days, and requests a refund. The refund is booked but stays pending. */
async function startRefund(): Promise<{ readonly accountId: string; readonly refundId: string }> {
  api.simulator.planDeliveries(() => ['now']);
  const { token, dataUser } = await registerNewUser(client);
  const secret = await startPurchase(client, token);
  const id = getPaymentId(secret);
  await pay(api, secret, PENDING_REFUND_CARD);
  await api.database.pool.query(
    `UPDATE simulator.payment_intents SET created = created - interval '10 days' WHERE id = $1`,
    [id],
  );
  const refundId = await postToProvider('refunds', { payment_intent: id });
  await waitUntilSettled(api);
  expect(await getBalance(dataUser.id)).toBe(0);
  return { accountId: dataUser.id, refundId };
}

const getBalance = async (id: string): Promise<number> =>
  (await api.foundation.handler.load(walletDecider, id)).state.balance;

const getLastEventType = async (id: string): Promise<string | undefined> =>
  (await api.foundation.rawLog.readStream(`wallet-${id}`)).at(-1)?.type;

test.each([
  ['its webhook', ['now'] as const, () => waitUntilSettled(api)],
  ['a sweep, its webhook lost', [] as const, () => sweep(api)],
])('a refund that the provider canceled is returned by %s', async (_, deliveries, waitForBooking) => {
  const { accountId, refundId } = await startRefund();
  api.simulator.planDeliveries(() => deliveries);
  await postToProvider(`refunds/${refundId}/cancel`);
  await waitForBooking();
  expect(await getLastEventType(accountId)).toBe('PurchaseRefundReversed');
  expect(await getBalance(accountId)).toBe(500);
});
