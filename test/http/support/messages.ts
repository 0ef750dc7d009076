import type { AuthResponse } from '../../../contract/shapes.ts';
import { conversationDecider } from '../../../domain/conversations/decide.ts';
import { deriveConversationId } from '../../../domain/conversations/ids.ts';
import { WAIT_MS } from '../../support/wait.ts';
import type { TestApi } from './api.ts';

/** Sends messages without a socket and waits until they are in the read models. Returns their ids. */
export async function sendTexts(
  { foundation: { handler, ids, clock, progress } }: Pick<TestApi, 'foundation'>,
  sender: AuthResponse,
  receiver: AuthResponse,
  ...contents: readonly string[]
): Promise<string[]> {
  const authorId = sender.dataUser.id;
  const receiverId = receiver.dataUser.id;
  const conversationId = deriveConversationId(authorId, receiverId);
  const messages = contents.map((content) => ({ messageId: ids.next(), content }));
  const results = await Promise.all(
    messages.map(({ messageId, content }) =>
      handler.handle(
        conversationDecider,
        conversationId,
        { type: 'SendMessage', conversationId, messageId, authorId, receiverId, content, clientId: null },
        {
          commandId: messageId,
          correlationId: messageId,
          actor: { kind: 'account', id: authorId },
          occurredAt: clock.now(),
        },
      ),
    ),
  );
  for (const result of results) if (!result.accepted) throw new Error(result.rejection.message);
  const last = results.at(-1);
  if (last?.accepted) await progress.waitFor(['conversations'], last.position, WAIT_MS);
  return messages.map(({ messageId }) => messageId);
}
