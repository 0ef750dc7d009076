import type { RecordedEvent } from '../../domain/kernel/event.ts';
import {
  CAMPAIGNS,
  type HeldDonation,
  type SettledCampaign,
  type SettlementChange,
  settlementChanges,
} from '../../domain/settlement/settlement.ts';

/** The settlement's two tables, in memory. */
export interface SettlementRows {
  readonly campaigns: ReadonlyMap<string, SettledCampaign>;
  readonly donations: ReadonlyMap<string, HeldDonation>;
}

export const noRows: SettlementRows = { campaigns: new Map(), donations: new Map() };

/** What the settlement remembers of an event: nothing when it does not know it. */
export const changesOf = (event: RecordedEvent): readonly SettlementChange[] => {
  const handlers: Readonly<Record<string, unknown>> = settlementChanges;
  const handler = handlers[event.type] as ((event: RecordedEvent) => readonly SettlementChange[]) | undefined;
  return handler?.(event) ?? [];
};

function apply(
  campaigns: Map<string, SettledCampaign>,
  donations: Map<string, HeldDonation>,
  change: SettlementChange,
): void {
  if (change.kind === 'insert') {
    if (change.table === CAMPAIGNS) campaigns.set(change.row.id, change.row);
    else donations.set(change.row.id, change.row);
    return;
  }
  if (change.kind === 'remove') {
    donations.delete(change.key.id);
    return;
  }
  const row = campaigns.get(change.key.id);
  if (!row) return;
  if (change.kind === 'set') {
    campaigns.set(row.id, { ...row, ...change.values });
    return;
  }
  const sums = Object.entries(change.by).map(([name, by]) => [name, Number(row[name as 'donated']) + by]);
  campaigns.set(row.id, { ...row, ...Object.fromEntries(sums) });
}

/** The rows after further events; the ones before stay as they were. */
export function remembered(
  events: readonly RecordedEvent[],
  before: SettlementRows = noRows,
): SettlementRows {
  const campaigns = new Map(before.campaigns);
  const donations = new Map(before.donations);
  for (const event of events) for (const change of changesOf(event)) apply(campaigns, donations, change);
  return { campaigns, donations };
}
