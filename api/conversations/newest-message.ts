import type { Position } from '../../domain/kernel/event.ts';
import type { LogTail } from '../live/log-tail.ts';

/**
 * Position of the newest message that this process knows of, 0 before the first. It is known before the message is
 * delivered, so that who is told of one by a socket finds it in the reads, which may be a little behind the log.
 */
export function newestMessage(tail: LogTail): () => Position {
  let newest = 0;
  tail.listen(async (events) => {
    newest = events.findLast(({ type }) => type === 'MessageSent')?.position ?? newest;
  });
  return () => newest;
}
