import type { Registry } from 'prom-client';
import {
  listUnbalancedEntries,
  listWaitingSettlements,
  summarizeSuspense,
} from '../../projections/ledger/problems/query.ts';
import { registerMeasuredGauge } from '../http/measured-gauge.ts';
import type { ApiSystem } from '../http/system.ts';
import { findUncreditedPayments } from './problems.ts';

type MeasuredSystem = Pick<ApiSystem, 'pool' | 'payments' | 'privateData' | 'clock' | 'logger'>;

/** Registers gauges for overdue, unidentified and unbalanced coins. They are measured on each scrape. */
export function registerCoinMetrics(system: MeasuredSystem, registry: Registry): void {
  const { pool, clock } = system;
  const registerGauge = (name: string, help: string, measure: () => Promise<number>): void =>
    registerMeasuredGauge(system, registry, { name, help, measure });

  const loadWaitingSettlements = () => listWaitingSettlements(pool, clock.now(), 1);
  registerGauge(
    'kindra_refunds_waiting',
    'Donations to ended campaigns whose coins have not left the escrow yet',
    async () => (await loadWaitingSettlements()).waiting,
  );
  registerGauge(
    'kindra_refunds_oldest_seconds',
    'Age of the oldest donation whose coins have not left the escrow yet, in seconds',
    async () => {
      const [oldest] = (await loadWaitingSettlements()).items;
      return oldest ? Math.max(0, Date.parse(clock.now()) - Date.parse(oldest.since)) / 1000 : 0;
    },
  );
  registerGauge(
    'kindra_payments_uncredited',
    'Payments whose webhook arrived more than a minute ago and that are not in the journal',
    async () => (await findUncreditedPayments(system)).length,
  );
  registerGauge(
    'kindra_suspense_coins',
    'Coins of payments whose payer is unknown',
    async () => (await summarizeSuspense(pool, 1)).total,
  );
  registerGauge(
    'kindra_ledger_unbalanced',
    'Journal entries whose debits and credits differ',
    async () => (await listUnbalancedEntries(pool, 1)).count,
  );
}
