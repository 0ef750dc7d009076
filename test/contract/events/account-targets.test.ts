import { AccountTargets } from '../../../api/live/account-targets.ts';
import { listNotifications } from '../../../domain/effects/definition.ts';
import { effectsByType } from '../../../domain/effects/table.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { toJournalEntry } from '../../../domain/ledger/journal.ts';
import type { Queryable } from '../../../projections/queryable.ts';
import { SAMPLE_EVENTS } from '../../support/sample-events.ts';

/** A database in which every account has one unread notification. */
const db = {
  query: async ({ values: [ids] }: { values: readonly [readonly AccountId[]] }) => ({
    rows: ids.map((id) => ({ id, unread: 1, read_position: '7' })),
  }),
} as unknown as Queryable;

const notifyingSamples = SAMPLE_EVENTS.flatMap((event) =>
  listNotifications(effectsByType[event.type], event).map(
    ({ recipientId }) => [event.type, event, recipientId] as const,
  ),
);

test.each(notifyingSamples)(
  'sends the unread count to the account that %s notifies',
  async (_type, event, id) => {
    const targets = new AccountTargets();
    targets.add(event, () => true);
    const hints = await targets.loadHints(db, new Map([[id, 1]]));
    expect(hints.get(id)).toContainEqual({ name: 'notifications-changed', data: { unread: 1, position: 7 } });
  },
);

const bookedSamples = SAMPLE_EVENTS.flatMap((event) => {
  const accounts = toJournalEntry(event)?.postings.map(({ account }) => account) ?? [];
  return accounts
    .filter((account) => /^(?:wallet|receivable):/.test(account))
    .map((account) => [event.type, account, event] as const);
});

test.each(bookedSamples)(
  'reports a wallet that %s changes to its owner: %s',
  async (_type, account, event) => {
    const owner = account.split(':')[1] ?? '';
    const targets = new AccountTargets();
    targets.add(event, () => true);
    const hints = await targets.loadHints(db, new Map([[owner, 1]]));
    expect(hints.get(owner)).toContainEqual({ name: 'wallet-changed', data: {} });
  },
);

test('sends nothing to accounts without a listener', async () => {
  const targets = new AccountTargets();
  for (const [type, event] of notifyingSamples)
    if (!effectsByType[type]?.recountBySubject) targets.add(event, () => false);
  expect(targets.isEmpty).toBe(true);
  for (const [, event] of notifyingSamples) targets.add(event, () => false);
  expect(await targets.loadHints(db, new Map())).toEqual(new Map());
});
