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

/** Returns the hints that a listener receives after one batch of events. */
async function send(
  events: readonly RecordedEvent[],
  waitFor: () => Promise<boolean> = async () => true,
): Promise<readonly LiveHint[]> {
  let handleEvents: Parameters<LogBroadcast['listen']>[0] = async () => {};
  const broadcast: LogBroadcast = {
    listen: (handler) => {
      handleEvents = handler;
    },
    close: async () => {},
  };
  const system = { progress: { waitFor }, logger: { warn: () => undefined } } as unknown as ApiSystem;
  const updates = createLiveUpdates(system, broadcast);
  const hints = new Promise<readonly LiveHint[]>((resolve) => {
    updates.listen({ accounts: new Map(), send: resolve });
  });
  await handleEvents(events);
  const receivedHints = await hints;
  updates.close();
  return receivedHints;
}

const getNames = (hints: readonly LiveHint[]) => hints.map(({ name }) => name);

test('sends a hint per change up to the maximum', async () => {
  expect(
    new Set(getNames(await send(Array.from({ length: 2_000 }, (_, position) => createDeletion(position))))),
  ).toEqual(new Set(['post-deleted']));
});

test('keeps removals of posts beyond the maximum, and asks clients once to refetch what was dropped', async () => {
  const events = [
    ...Array.from({ length: 2_000 }, (_, position) => createDeletion(position)),
    ...[2_000, 2_001].map((position) => ({ ...createDeletion(position), type: 'PostEdited' })),
    createDeletion(2_002),
  ];
  const hints = await send(events);
  expect(getNames(hints).filter((name) => name === 'post-deleted')).toHaveLength(2_001);
  expect(getNames(hints).filter((name) => name === 'post-edited')).toEqual([]);
  expect(getNames(hints).filter((name) => name === 'changes-missed')).toHaveLength(1);
});

test('asks clients to refetch when hints could not be created', async () => {
  const waitFor = async () => {
    throw new Error('the database is not available');
  };
  expect(getNames(await send([createDeletion(1)], waitFor))).toEqual(['changes-missed']);
});
