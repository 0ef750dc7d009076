import { NotificationTargets } from '../../../api/live/notification-targets.ts';
import { listNotifications } from '../../../domain/effects/definition.ts';
import { effectsByType } from '../../../domain/effects/table.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
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
    const targets = new NotificationTargets();
    targets.add(event, () => true);
    const hints = await targets.loadHints(db, new Map([[id, 1]]));
    expect(hints.get(id)).toEqual([{ name: 'notifications-changed', data: { unread: 1, position: 7 } }]);
  },
);

test('sends nothing to accounts without a listener', async () => {
  const targets = new NotificationTargets();
  for (const [type, event] of notifyingSamples)
    if (!effectsByType[type]?.recountBySubject) targets.add(event, () => false);
  expect(targets.isEmpty).toBe(true);
  for (const [, event] of notifyingSamples) targets.add(event, () => false);
  expect(await targets.loadHints(db, new Map())).toEqual(new Map());
});
