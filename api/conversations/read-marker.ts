import { withTimeout } from '../../common/timing.ts';
import { conversationDecider } from '../../domain/conversations/decide.ts';
import type { ConversationId } from '../../domain/conversations/ids.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { waitUntilVisible } from '../../projections/wait-until-visible.ts';
import { toRejectionFailure } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';

/** Maximum wait for pending read marks during shutdown, in milliseconds. */
const LAST_MARKS_TIMEOUT_MS = 3_000;

/** Marks conversations as read in the background. */
export interface ReadMarker {
  /** Returns immediately, because the first mark after a process start reads the whole stream. */
  readonly mark: (readerId: AccountId, id: ConversationId, context: CommandContext) => void;
  /** Resolves when reads show all marks of an account that this process has started. */
  readonly waitForMarks: (readerId: AccountId) => Promise<void>;
  /** Waits up to 3 s for pending marks, which may still use the database after their responses are sent. */
  readonly close: () => Promise<void>;
}

/** Creates the read marker of one process. */
export function createReadMarker({
  handler,
  progress,
  logger,
}: Pick<ApiSystem, 'handler' | 'progress' | 'logger'>): ReadMarker {
  const pendingMarks = new Map<AccountId, Set<Promise<void>>>();

  async function markAsRead(
    readerId: AccountId,
    conversationId: ConversationId,
    context: CommandContext,
  ): Promise<void> {
    try {
      const command = { type: 'ReadConversation', conversationId, readerId } as const;
      const result = await handler.handle(conversationDecider, conversationId, command, context);
      if (!result.accepted) throw toRejectionFailure(result.rejection);
      await waitUntilVisible(progress, [result]);
    } catch (error) {
      logger.warn({ err: error }, 'conversation not marked as read');
    }
  }

  return {
    mark(readerId, id, context) {
      const marks = pendingMarks.get(readerId) ?? new Set();
      pendingMarks.set(readerId, marks);
      const mark = markAsRead(readerId, id, context).finally(() => {
        marks.delete(mark);
        if (marks.size === 0) pendingMarks.delete(readerId);
      });
      marks.add(mark);
    },
    async waitForMarks(readerId) {
      await Promise.all(pendingMarks.get(readerId) ?? []);
    },
    async close() {
      const marks = [...pendingMarks.values()].flatMap((readerMarks) => [...readerMarks]);
      await withTimeout(Promise.all(marks), LAST_MARKS_TIMEOUT_MS);
    },
  };
}
