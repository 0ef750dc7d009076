import type { Position } from '../../domain/kernel/event.ts';
import type { LogBroadcast } from '../live/log-broadcast.ts';

const NEWS = new Set(['MessageSent', 'ConversationRead']);

/**
 * Position of the newest message, or mark that some were read, that this process knows of; 0 before the first. It is known
 * before it is told to anybody, so that who is told of one finds it in the reads, which may be a little behind the log;
 * so is what another process has marked.
 */
export function newestNews(broadcast: LogBroadcast): () => Position {
  let newest = 0;
  broadcast.listen(
    async (events) => {
      newest = events.findLast(({ type }) => NEWS.has(type))?.position ?? newest;
    },
    () => {
      newest = 0;
    },
  );
  return () => newest;
}
