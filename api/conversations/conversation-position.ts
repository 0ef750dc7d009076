import type { ConversationEvent } from '../../domain/conversations/events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { LogBroadcast } from '../live/log-broadcast.ts';

const CONVERSATION_EVENT_TYPES = new Set<string>([
  'MessageSent',
  'ConversationRead',
] satisfies readonly ConversationEvent['type'][]);

/**
 * Returns a getter for the position of the newest message or read mark that this process has received from
 * the log, or 0 if there is none. Reads wait for this position, so they contain every message that a client
 * has been notified of.
 */
export function trackConversationPosition(broadcast: LogBroadcast): () => Position {
  let newestPosition = 0;
  broadcast.listen(
    async (events) => {
      newestPosition =
        events.findLast(({ type }) => CONVERSATION_EVENT_TYPES.has(type))?.position ?? newestPosition;
    },
    () => {
      newestPosition = 0;
    },
  );
  return () => newestPosition;
}
