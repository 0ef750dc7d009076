import { approveAdjustment, proposeAdjustment } from '../../contract/adjustments.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { WAIT_MS } from '../support/wait.ts';
import { erase } from './support/erasure.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const createContext = () => {
  const { ids, clock } = api.foundation;
  const commandId = ids.next();
  const actor = { kind: 'system', id: 'tests' } as const;
  return { commandId, correlationId: commandId, actor, occurredAt: clock.now() };
};

test('coins that arrive after an erasure are credited, and two staff members can withdraw them', async () => {
  const { handler, ids, progress } = api.foundation;
  const { id: accountId } = (await registerNewUser(client)).dataUser;
  await erase(accountId);
  const purchaseId = ids.next();
  const purchase = { accountId, purchaseId, paymentId: `pi_${purchaseId}`, amount: 700 } as const;
  const lateCommand = { type: 'PurchaseCoins', ...purchase, source: 'clearing' } as const;
  const result = await handler.handle(walletDecider, accountId, lateCommand, createContext());
  if (!result.accepted) throw new Error(result.rejection.message);
  await progress.waitFor(['profiles', 'wallets', 'journal'], result.position, WAIT_MS);

  const [proposer, approver] = [
    await registerStaff(api, client, 'ADMIN'),
    await registerStaff(api, client, 'ADMIN'),
  ];
  const body = { profile: accountId, amount: -700, reason: 'Paid back to the card.' };
  const { id } = await client.ok(proposeAdjustment, { token: proposer.token, body });
  await client.ok(approveAdjustment, { token: approver.token, params: { id }, body: {} });
  expect((await handler.load(walletDecider, accountId)).state.balance).toBe(0);
});
