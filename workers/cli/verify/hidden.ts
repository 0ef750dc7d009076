import type { DomainEvent } from '../../../domain/kernel/event.ts';
import type { SocialGraphEvent } from '../../../domain/social-graph/events.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';
import { createIdSets, toTokenSql } from './recount.ts';

const selectIds = (table: string, owner: string, member: string): string =>
  `SELECT ${owner} AS id, count(*) AS rows, sum(${toTokenSql(member)})::text AS ids FROM read.${table} GROUP BY ${owner}`;

const BLOCKS = selectIds('blocks', 'blocker_id', 'blocked_id');
const MUTES = selectIds('mutes', 'muter_id', 'muted_id');

/** Creates a check that recomputes blocks and mutes. */
export function createHiddenContentCheck(getCheckpoint: GetCheckpoint): Check {
  const until = getCheckpoint('hidden');
  const blocks = createIdSets();
  const mutedIds = createIdSets();

  function countEvent({ type, data }: SocialGraphEvent): void {
    if (type === 'AccountBlocked') blocks.add(data.blockerId, data.blockedId);
    if (type === 'AccountUnblocked') blocks.remove(data.blockerId, data.blockedId);
    if (type === 'AccountMuted') mutedIds.add(data.muterId, data.mutedId);
    if (type === 'AccountUnmuted') mutedIds.remove(data.muterId, data.mutedId);
  }

  return {
    until,
    types: ['AccountBlocked', 'AccountUnblocked', 'AccountMuted', 'AccountUnmuted'],
    selects: [BLOCKS, MUTES],
    processEvent: (event) => {
      if (event.position <= until) countEvent(event as DomainEvent as SocialGraphEvent);
    },
    compare: async (readRows) => [
      ...(await compareRows(readRows, 'hidden', 'block', BLOCKS, blocks.rows())),
      ...(await compareRows(readRows, 'hidden', 'mute', MUTES, mutedIds.rows())),
    ],
    countChecked: () => ({ blocks: blocks.size(), mutes: mutedIds.size() }),
  };
}
