import type { Handler } from '../../domain/handle.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { LedgerAccount } from '../../domain/ledger/accounts.ts';
import { createAudit } from '../../domain/ledger/audit.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { Payment } from '../../domain/ports/payments.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { ACCOUNTS } from './coin-system.ts';
import { countLedger, expectValidLog, type LedgerCount } from './coins-oracle.ts';

/** A change that the provider makes to a payment. `amount` is the refunded amount. */
export interface ProviderChange {
  readonly changeKind: 'refund' | 'fail' | 'dispute' | 'win';
  readonly amount: number;
}

/** Applies a change to a payment. Returns the new payment. */
export function applyProviderChange(payment: Payment, { changeKind, amount }: ProviderChange): Payment {
  const refunds = [...payment.refunds];
  const disputes = [...payment.disputes];
  switch (changeKind) {
    case 'refund':
      refunds.push({ id: `re_${payment.id}_${refunds.length}`, amount, state: 'pending' });
      break;
    case 'fail':
      for (const [index, refund] of refunds.entries()) refunds[index] = { ...refund, state: 'failed' };
      break;
    case 'dispute':
      disputes.push({ id: `dp_${payment.id}_${disputes.length}`, amount: payment.amount, state: 'open' });
      break;
    case 'win':
      for (const [index, dispute] of disputes.entries()) disputes[index] = { ...dispute, state: 'won' };
  }
  return { ...payment, refunds, disputes };
}

/**
 * Returns the sum of all euro payments minus refunds and disputes. It must equal the balance of the clearing account.
 */
export const sumAtProvider = (payments: Iterable<Payment>): number =>
  [...payments].reduce((sum, { amountReceived, currency, refunds, disputes }) => {
    if (currency !== 'eur') return sum;
    const openRefunds = refunds.filter(({ state }) => state !== 'failed');
    const openDisputes = disputes.filter(({ state }) => state !== 'won');
    return [...openRefunds, ...openDisputes].reduce(
      (remaining, { amount }) => remaining - amount,
      sum + amountReceived,
    );
  }, 0);

/**
 * Checks that the events are valid, that the ledger's audit finds no problems, and that the ledger's balances equal
 * an independent count. Returns the count.
 */
export function checkBooks(events: readonly RecordedEvent[]): LedgerCount {
  const expected = countLedger(events);
  expectValidLog(expected);

  const audit = createAudit();
  for (const event of events) audit.add(event);
  const { problems, trialBalance } = audit.report();
  expect(problems).toEqual([]);
  expect(trialBalance.balanced).toBe(true);
  const balances = new Map(trialBalance.accounts.map(({ account, balance }) => [account, balance]));
  const getBalanceOf = (account: LedgerAccount) => balances.get(account) ?? 0;
  for (const [id, balance] of expected.wallets) expect(getBalanceOf(`wallet:${id}`)).toBe(balance);
  for (const [id, debt] of expected.debts) expect(getBalanceOf(`receivable:${id}`)).toBe(debt);
  for (const [id, balance] of expected.escrows) expect(getBalanceOf(`escrow:${id}`)).toBe(balance);
  expect(getBalanceOf('stripe:clearing')).toBe(expected.clearing);
  expect(getBalanceOf('suspense')).toBe(expected.suspense);
  expect(getBalanceOf('chargeback-loss')).toBe(expected.loss);
  expect(getBalanceOf('adjustment')).toBe(expected.adjustments);
  return expected;
}

/** Compares the state in the domain, the ledger and an independent count of the log. Returns the count. */
export async function checkSystem(log: EventLog, handler: Handler): Promise<LedgerCount> {
  const expected = checkBooks(await log.readAll({ limit: 100_000 }));
  for (const accountId of expected.wallets.keys()) expect(ACCOUNTS).toContain(accountId);
  for (const accountId of ACCOUNTS) {
    const { state } = await handler.load(walletDecider, accountId);
    expect(state.balance).toBe(expected.wallets.get(accountId) ?? 0);
    expect(state.owed).toBe(expected.debts.get(accountId) ?? 0);
  }
  return expected;
}
