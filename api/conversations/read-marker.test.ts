import type { ConversationId } from '../../domain/conversations/ids.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { ApiSystem } from '../http/system.ts';
import { createReadMarker } from './read-marker.ts';

test('waits for running marks when it is closed', async () => {
  let rejectCommand = (): void => {};
  const pendingCommand = new Promise<never>((_, reject) => {
    rejectCommand = () => reject(new Error('the log is unreachable'));
  });
  const system = {
    handler: { handle: () => pendingCommand },
    progress: {},
    logger: { warn: () => {} },
  } as unknown as ApiSystem;
  const marker = createReadMarker(system);
  marker.mark('reader' as AccountId, 'conversation' as ConversationId, {} as CommandContext);
  let isClosed = false;
  const closePromise = marker.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  rejectCommand();
  await closePromise;
});

test('waits until reads show the marks of a reader, but not those of other readers', async () => {
  let showMark = (): void => {};
  const visibility = new Promise<boolean>((resolve) => {
    showMark = () => resolve(true);
  });
  const result = { accepted: true, eventTypes: ['ConversationRead'], position: 1 };
  const system = {
    handler: { handle: async () => result },
    progress: { waitFor: () => visibility },
    logger: { warn: () => {} },
  } as unknown as ApiSystem;
  const marker = createReadMarker(system);
  marker.mark('reader' as AccountId, 'conversation' as ConversationId, {} as CommandContext);
  let isShown = false;
  const waitPromise = marker.waitForMarks('reader' as AccountId).then(() => {
    isShown = true;
  });
  await marker.waitForMarks('other' as AccountId);
  await new Promise(setImmediate);
  expect(isShown).toBe(false);
  showMark();
  await waitPromise;
  expect(isShown).toBe(true);
});
