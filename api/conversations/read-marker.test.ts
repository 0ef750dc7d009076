import type { ConversationId } from '../../domain/conversations/ids.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { ApiSystem } from '../http/system.ts';
import { createReadMarker } from './read-marker.ts';

test('close waits for running marks', async () => {
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
  const closing = marker.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  rejectCommand();
  await closing;
});
