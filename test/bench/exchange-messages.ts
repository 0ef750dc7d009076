import { createIdSource, systemClock } from '../../adapters/clock.ts';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { conversationDecider } from '../../domain/conversations/decide.ts';
import { deriveConversationId } from '../../domain/conversations/ids.ts';
import { createHandler } from '../../domain/handle.ts';
import type { BenchmarkDatabase } from './harness.ts';
import type { LiveAccount } from './live-accounts.ts';

/** Appends messages to a conversation. The two participants take turns. */
export async function exchangeMessages(
  { pool }: BenchmarkDatabase,
  [ana, ben]: readonly [LiveAccount, LiveAccount],
  count: number,
): Promise<void> {
  const vault = createTextVault({ pool });
  const log = createEncryptedLog(createPostgresEventLog({ pool }), { catalogue: eventCatalogue, vault });
  const handler = createHandler({ log });
  const ids = createIdSource();
  const conversationId = deriveConversationId(ana.id, ben.id);
  const occurredAt = systemClock.now();
  const sendMessage = (n: number) => {
    const messageId = ids.next();
    const [authorId, receiverId] = n % 3 === 0 ? [ana.id, ben.id] : [ben.id, ana.id];
    return handler.handle(
      conversationDecider,
      conversationId,
      {
        type: 'SendMessage',
        conversationId,
        messageId,
        authorId,
        receiverId,
        content: `Message number ${n}, about a dog that needs a walk and a chair.`,
        clientId: null,
      },
      {
        commandId: messageId,
        correlationId: messageId,
        actor: { kind: 'account', id: authorId },
        occurredAt,
      },
    );
  };
  await Promise.all(Array.from({ length: count }, (_, n) => sendMessage(n)));
  await log.close();
}
