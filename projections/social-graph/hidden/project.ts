import type { SocialGraphEvent } from '../../../domain/social-graph/events.ts';
import { defineProjection, insert, remove } from '../../engine/definition.ts';

const BLOCKS = 'blocks';
const MUTES = 'mutes';

/** Blocks and mutes between accounts. */
export const hiddenProjection = defineProjection<SocialGraphEvent>({
  name: 'hidden',
  version: 1,
  tables: [
    {
      name: BLOCKS,
      key: ['blocker_id', 'blocked_id'],
      columns: { blocker_id: 'uuid', blocked_id: 'uuid', since: 'bigint' },
    },
    {
      name: MUTES,
      key: ['muter_id', 'muted_id'],
      columns: { muter_id: 'uuid', muted_id: 'uuid', since: 'bigint' },
    },
  ],
  on: {
    AccountBlocked: ({ data, position }) => [
      insert(BLOCKS, { blocker_id: data.blockerId, blocked_id: data.blockedId, since: position }),
    ],
    AccountUnblocked: ({ data }) => [
      remove(BLOCKS, { blocker_id: data.blockerId, blocked_id: data.blockedId }),
    ],
    AccountMuted: ({ data, position }) => [
      insert(MUTES, { muter_id: data.muterId, muted_id: data.mutedId, since: position }),
    ],
    AccountUnmuted: ({ data }) => [remove(MUTES, { muter_id: data.muterId, muted_id: data.mutedId })],
  },
});
