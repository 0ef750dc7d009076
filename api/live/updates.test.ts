import type { LiveHint } from '../../contract/live.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { ApiSystem } from '../http/system.ts';
import type { LogBroadcast } from './log-broadcast.ts';
import { createLiveUpdates } from './updates.ts';

const createDeletion = (position: number): RecordedEvent => ({
  id: `deletion-${position}`,
  type: 'PostDeleted',
  data: { postId: `post-${position}`, authorId: 'author', parentId: null },
  stream: `post-${position}`,
  revision: 1,
  position,
  metadata: {
    correlationId: 'request',
    causationId: 'command',
    actor: { kind: 'account', id: 'author' },
    occurredAt: '2026-11-21T09:30:00.000Z',
    version: 1,
  },
});

/** Returns the hints that a listener receives after this many posts were deleted in one batch. */
async function sendDeletions(count: number): Promise<readonly LiveHint[]> {
  let handleEvents: Parameters<LogBroadcast['listen']>[0] = async () => {};
  const broadcast: LogBroadcast = {
    listen: (handler) => {
      handleEvents = handler;
    },
    close: async () => {},
  };
  const system = { progress: { waitFor: async () => true } } as unknown as ApiSystem;
  const updates = createLiveUpdates(system, broadcast);
  const hints = new Promise<readonly LiveHint[]>((resolve) => {
    updates.listen({ accounts: new Map(), send: resolve });
  });
  await handleEvents(Array.from({ length: count }, (_, position) => createDeletion(position)));
  const receivedHints = await hints;
  updates.close();
  return receivedHints;
}

const getNames = (hints: readonly LiveHint[]) => hints.map(({ name }) => name);

test('sends a hint per change up to the maximum', async () => {
  expect(new Set(getNames(await sendDeletions(2_000)))).toEqual(new Set(['post-deleted']));
});

test('asks clients once to refetch everything when changes were dropped', async () => {
  const names = getNames(await sendDeletions(2_010));
  expect(names.filter((name) => name === 'everything-changed')).toHaveLength(1);
  expect(names.at(-1)).toBe('everything-changed');
});
