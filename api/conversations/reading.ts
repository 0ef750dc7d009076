import { conversationDecider } from '../../domain/conversations/decide.ts';
import type { ConversationId } from '../../domain/conversations/ids.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { rejected } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';

/** For how long what happened is waited for in the reads, in milliseconds. */
export const VISIBLE_MS = 2_000;

/** Marks conversations as read. */
export interface Reading {
  /** Begins to mark one for a reader, who need not wait: the first mark after a start folds the whole conversation. */
  readonly mark: (readerId: AccountId, id: ConversationId, context: CommandContext) => void;
  /** Resolves when the reads show all that a reader's marks have changed, as far as this process set them. */
  readonly settled: (readerId: AccountId) => Promise<void>;
}

export function createReading({
  handler,
  progress,
  logger,
}: Pick<ApiSystem, 'handler' | 'progress' | 'logger'>): Reading {
  const underWay = new Map<AccountId, Set<Promise<void>>>();

  async function carryOut(
    readerId: AccountId,
    conversationId: ConversationId,
    context: CommandContext,
  ): Promise<void> {
    try {
      const command = { type: 'ReadConversation', conversationId, readerId } as const;
      const handled = await handler.handle(conversationDecider, conversationId, command, context);
      if (!handled.accepted) throw rejected(handled.rejection);
      await progress.waitFor(['conversations'], handled.position, VISIBLE_MS);
    } catch (error) {
      logger.warn({ err: error }, 'a conversation could not be marked as read');
    }
  }

  return {
    mark(readerId, id, context) {
      const marks = underWay.get(readerId) ?? new Set();
      underWay.set(readerId, marks);
      const mark = carryOut(readerId, id, context).finally(() => {
        marks.delete(mark);
        if (marks.size === 0) underWay.delete(readerId);
      });
      marks.add(mark);
    },
    async settled(readerId) {
      await Promise.all(underWay.get(readerId) ?? []);
    },
  };
}
