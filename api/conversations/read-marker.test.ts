import type { ConversationId } from '../../domain/conversations/ids.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { ApiSystem } from '../http/system.ts';
import { createReadMarker } from './read-marker.ts';

test('close waits for running marks', async () => {
  let endHandling = (): void => {};
  const handling = new Promise<never>((_, reject) => {
    endHandling = () => reject(new Error('the log is unreachable'));
  });
  const system = {
    handler: { handle: () => handling },
    progress: {},
    logger: { warn: () => {} },
  } as unknown as ApiSystem;
  const marker = createReadMarker(system);
  marker.mark('reader' as AccountId, 'conversation' as ConversationId, {} as CommandContext);
  let isClosed = false;
  const closed = marker.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  endHandling();
  await closed;
});
