import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { WalletEvent } from '../../../domain/wallet/events.ts';
import type { RowChange } from '../../engine/definition.ts';
import { walletsProjection } from './project.ts';

const accountId = '01980000-0000-7000-8000-000000000001';
const adjustmentId = '01980000-0000-7000-8000-0000000000e0';

function project(event: WalletEvent): readonly RowChange[] {
  const recordedEvent = { ...event, position: 7, metadata: { occurredAt: '2026-11-21T10:00:00.000Z' } };
  const on = walletsProjection.on as Readonly<
    Record<string, (recordedEvent: RecordedEvent<WalletEvent>) => readonly RowChange[]>
  >;
  return on[event.type]?.(recordedEvent as unknown as RecordedEvent<WalletEvent>) ?? [];
}

const createPurchase = (amount: number, repaid: number): WalletEvent => ({
  type: 'CoinsPurchased',
  data: { accountId, purchaseId: adjustmentId, paymentId: 'pi_1', source: 'clearing', amount, repaid },
});

test.each([
  { repaid: 0, delta: 500 },
  { repaid: 200, delta: 300 },
  { repaid: 500, delta: 0 },
])('a purchase of 500 coins of which $repaid settle a debt is incoming', ({ repaid, delta }) => {
  const [walletChange, transaction] = project(createPurchase(500, repaid));
  expect(walletChange).toMatchObject({ increments: { balance: delta, owed: expect.closeTo(-repaid) } });
  expect(transaction).toMatchObject({ row: { direction: 'IN', amount: 500, delta } });
});

test('a withdrawal beyond the balance is outgoing', () => {
  const withdrawal = { withdrawalId: adjustmentId, paymentId: 'pi_1', providerId: 'dp_1', amount: 500 };
  const [walletChange, transaction] = project({
    type: 'PurchaseChargedBack',
    data: { accountId, ...withdrawal, owed: 500 },
  });
  expect(walletChange).toMatchObject({ increments: { balance: 0, owed: 500 } });
  expect(transaction).toMatchObject({ row: { direction: 'OUT', amount: 500, delta: 0 } });
});

test('a write-off reduces the debt without a transaction', () => {
  const changes = project({
    type: 'ReceivableWrittenOff',
    data: { accountId, adjustmentId, proposedBy: accountId, approvedBy: accountId, amount: 300 },
  });
  expect(changes.filter(({ kind }) => kind === 'insert')).toEqual([]);
  expect(changes).toContainEqual(expect.objectContaining({ increments: { balance: 0, owed: -300 } }));
});
