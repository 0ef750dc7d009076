import type { ConversationEvent } from '../../domain/conversations/events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { LogBroadcast } from '../live/log-broadcast.ts';

const CONVERSATION_EVENT_TYPES = new Set<string>([
  'MessageSent',
  'ConversationRead',
] satisfies readonly ConversationEvent['type'][]);

/**
 * Returns a getter for the position of the newest message or read mark that this process has received from
 * the log; 0 before the first. Reads wait for this position, so that a client that was notified finds the
 * message in them, even if the read model is behind or another process wrote it.
 */
export function trackConversationPosition(broadcast: LogBroadcast): () => Position {
  let newest = 0;
  broadcast.listen(
    async (events) => {
      newest = events.findLast(({ type }) => CONVERSATION_EVENT_TYPES.has(type))?.position ?? newest;
    },
    () => {
      newest = 0;
    },
  );
  return () => newest;
}
