import { conversationDecider } from '../../domain/conversations/decide.ts';
import type { ConversationId } from '../../domain/conversations/ids.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { waitUntilVisible } from '../../projections/visible.ts';
import { rejected } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';

/** Maximum wait for the read models, in milliseconds. */
export const VISIBLE_MS = 2_000;

/** Marks conversations as read. */
export interface Reading {
  /** Starts to mark a conversation without waiting: the first mark after a start folds the whole stream. */
  readonly mark: (readerId: AccountId, id: ConversationId, context: CommandContext) => void;
  /** Resolves when reads show all marks of a reader that this process has started. */
  readonly settled: (readerId: AccountId) => Promise<void>;
}

/** Creates the marking of conversations as read. */
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
      await waitUntilVisible(progress, [handled], VISIBLE_MS);
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
